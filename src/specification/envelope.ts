// JSON Schemas of replies: the envelope of the interface around data of a known shape, or around a refusal.
import type { z } from 'zod';
import { type ErrorCode, OPEN_ERROR_CODES, STATED_ERROR_CODES, SUCCESS } from '../contract/error-codes.js';
import { SCOPES } from '../contract/scopes.js';
import { canonicalJsonSchema, type Dialect, type ShapeSchema } from '../dialect/dialect.js';

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
    const data = refusalData(code);
    const schema = framed(frame, {
      code: { const: wire },
      requestId: { type: 'string' },
      ...(data ? { data } : {}),
    });
    alternatives.set(`${wire} ${JSON.stringify(data)}`, schema);
  }
  const [only, ...others] = alternatives.values();
  return only && others.length === 0 ? only : { anyOf: [...alternatives.values()] };
}

export function meaningOf(code: ErrorCode): string {
  return { ...STATED_ERROR_CODES, ...OPEN_ERROR_CODES }[code].meaning;
}

/** A reply as it may look. */
export function refusalExample(code: ErrorCode, dialect: Dialect): Record<string, unknown> {
  const { meaning } = { ...STATED_ERROR_CODES, ...OPEN_ERROR_CODES }[code];
  const data =
    code === 'RATE_LIMITED'
      ? { retryAfterSeconds: 3 }
      : code === 'AUTH_SCOPE_DENIED'
        ? { requiredScope: SCOPES[0] }
        : {};
  return { code: dialect.error(code).code, message: meaning, requestId: 'req-1', data };
}

function refusalData(code: ErrorCode): ShapeSchema | undefined {
  if (code === 'RATE_LIMITED') {
    const retryAfterSeconds = {
      type: 'number',
      minimum: 0,
      description: 'the same as the header Retry-After',
    };
    return { type: 'object', properties: { retryAfterSeconds }, required: ['retryAfterSeconds'] };
  }
  if (code === 'AUTH_SCOPE_DENIED') {
    const requiredScope = { type: 'string', enum: [...SCOPES] };
    return { type: 'object', properties: { requiredScope }, required: ['requiredScope'] };
  }
  return undefined;
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
