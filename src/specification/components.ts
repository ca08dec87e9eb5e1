// The schemas to which both documents refer: one for each shape of the dialect, and one for each operation's
// command.
import { OPERATION_NAMES, operationFacts, type OperationName } from '../contract/operations.js';
import { SHAPE_NAMES, type ShapeName } from '../contract/schemas/shapes.js';
import { canonicalJsonSchema, type Dialect, type ShapeSchema } from '../dialect/dialect.js';
import type * as z from 'zod';
import { type ErrorCode, OPEN_ERROR_CODES, STATED_ERROR_CODES, SUCCESS } from '../contract/error-codes.js';
import { SCOPES } from '../contract/scopes.js';
import type { Feature } from '../contract/features.js';
import { PATH_PREFIX } from '../contract/limits.js';
import { accessToken, credentials } from '../contract/schemas/access.js';

const PREFIX = '#/components/schemas/';

export function refer(name: string): ShapeSchema {
  return { $ref: PREFIX + name };
}

/** Of all the schemas, those that `document` needs, by name. */
export function componentsFor(document: unknown, dialect: Dialect): Record<string, ShapeSchema> {
  const all = allSchemas(dialect);
  const needed = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [key, value] of Object.entries(part) as [string, unknown][]) {
      const name =
        key === '$ref' && typeof value === 'string' && value.startsWith(PREFIX) ? value : undefined;
      if (name === undefined) visit(value);
      else if (!needed.has(name)) {
        needed.add(name);
        visit(all[name.slice(PREFIX.length)]);
      }
    }
  };
  visit(document);
  return Object.fromEntries(Object.entries(all).filter(([name]) => needed.has(PREFIX + name)));
}

function allSchemas(dialect: Dialect): Record<string, ShapeSchema> {
  const { shapes } = dialect;
  const operations = OPERATION_NAMES.filter((name) => has(dialect, operationFacts(name)));
  return {
    ...Object.fromEntries(
      Object.entries(FIXED_SHAPES).map(([name, each]) => [name, canonicalJsonSchema(each)]),
    ),
    ...Object.fromEntries(SHAPE_NAMES.map((name) => [name, shapes[name].schema({ refer })])),
    ...Object.fromEntries(operations.map((name) => [commandName(name), commandSchema(dialect, name)])),
    command: { oneOf: operations.map((name) => refer(commandName(name))) },
    executeRequest: { oneOf: operations.map((name) => executeSchema(dialect, name)) },
  };
}

function commandSchema(dialect: Dialect, operation: OperationName): ShapeSchema {
  const { params, result } = operationFacts(operation);
  return dialect.shapes.command.schema({
    refer,
    fixed: { operation },
    open: { params: refer(params), ...(result ? { result: refer(result) } : {}) },
  });
}

function executeSchema(dialect: Dialect, operation: OperationName): ShapeSchema {
  return dialect.shapes.executeRequest.schema({
    refer,
    fixed: { 'operation.name': operation },
    open: { 'operation.params': refer(operationFacts(operation).params) },
  });
}

// JSON Schemas of replies: the envelope of the interface around data of a known shape, or around a refusal.

/** @param frame the canonical schema of what surrounds the data. */
export function successSchema(frame: z.ZodObject, data: ShapeSchema): ShapeSchema {
  return framed(frame, { code: { const: SUCCESS }, message: { const: 'OK' }, data });
}

/** One alternative for each of the codes, as the dialect writes them. */
export function refusalSchema(
  frame: z.ZodObject,
  codes: readonly ErrorCode[],
  dialect: Dialect,
): ShapeSchema {
  const alternatives = new Map<string, ShapeSchema>();
  for (const code of codes) {
    const wire = dialect.error(code).code;
    const told = REFUSAL_DATA[code];
    const data = told && { data: dataWith(told.name, told.schema) };
    const schema = framed(frame, { code: { const: wire }, requestId: { type: 'string' }, ...data });
    alternatives.set(`${wire} ${told?.name}`, schema);
  }
  const [only, ...others] = alternatives.values();
  return only && others.length === 0 ? only : { anyOf: [...alternatives.values()] };
}

function meaningOf(code: ErrorCode): string {
  return { ...STATED_ERROR_CODES, ...OPEN_ERROR_CODES }[code].meaning;
}

export function refusalsText(codes: readonly ErrorCode[], dialect: Dialect): string {
  return codes.map((code) => `\`${dialect.error(code).code}\`: ${meaningOf(code)}`).join('; ');
}

/** A reply as it may look. */
export function refusalExample(code: ErrorCode, dialect: Dialect): Record<string, unknown> {
  const { name, example } = REFUSAL_DATA[code] ?? {};
  const data = name === undefined ? {} : { [name]: example };
  return { code: dialect.error(code).code, message: meaningOf(code), requestId: 'req-1', data };
}

/** The one field that the data of a refusal have. */
const REFUSAL_DATA: Partial<Record<ErrorCode, { name: string; schema: ShapeSchema; example: unknown }>> = {
  RATE_LIMITED: {
    name: 'retryAfterSeconds',
    schema: { type: 'number', minimum: 0, description: 'the same as the header Retry-After' },
    example: 3,
  },
  AUTH_SCOPE_DENIED: {
    name: 'requiredScope',
    schema: { type: 'string', enum: [...SCOPES] },
    example: SCOPES[0],
  },
};

export function dataWith(name: string, schema: ShapeSchema): ShapeSchema {
  return { type: 'object', properties: { [name]: schema }, required: [name] };
}

function framed(frame: z.ZodObject, known: Readonly<Record<string, ShapeSchema>>): ShapeSchema {
  const {
    properties,
    required = [],
    ...rest
  } = canonicalJsonSchema(frame) as {
    properties: Record<string, ShapeSchema>;
    required?: readonly string[];
  };
  return {
    ...rest,
    properties: { ...properties, ...known },
    required: [...new Set([...required, ...Object.keys(known)])],
  };
}

// Whether a server of a dialect has an endpoint, an operation or an event.

export function has({ without }: Dialect, { feature }: { readonly feature?: Feature }): boolean {
  return feature === undefined || !without.has(feature);
}

// What both documents say of themselves.

export function infoOf(dialect: Dialect): Record<string, unknown> {
  return {
    title: 'Device Control Service',
    version: PATH_PREFIX.split('/').at(-1),
    license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    contact: { name: 'conform contributors' },
    description: `Remote I/O devices, in the dialect ${dialect.name}. Made from the contract; do not edit.`,
  };
}

/** What the interface itself spells, so that no dialect has a shape for it. */
export const FIXED_SHAPES = { credentials, accessToken } as const;

export type PayloadName = ShapeName | keyof typeof FIXED_SHAPES;

/** The component that describes a command of this operation. */
export function commandName(operation: OperationName): string {
  return `command.${operation}`;
}

// Refusals that many requests may meet.

export const ANY_REFUSAL: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'APP_DISABLED',
];
export const USING_DEVICE: readonly ErrorCode[] = ['DEVICE_NOT_FOUND', 'DEVICE_BUSY', 'DEVICE_OFFLINE'];
export const OPERATING: readonly ErrorCode[] = [
  ...USING_DEVICE,
  'INVALID_PARAMETER',
  'IDEMPOTENCY_KEY_REUSED',
];
