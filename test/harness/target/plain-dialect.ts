// A dialect whose wire is the canonical model itself: tests of the driver see shapes, and no file is read.
import type { z } from 'zod';
import { OPEN_ERROR_CODES, STATED_ERROR_CODES } from '../../../src/contract/error-codes.js';
import { operationFacts } from '../../../src/contract/operations.js';
import { SHAPES } from '../../../src/contract/schemas/shapes.js';
import type { Codec, CommandValue, Dialect, ExecuteValue, Mismatch } from '../../../src/dialect/dialect.js';

/** Expected words are zod's, the place is the name of the shape. */
function codecOf<T>(name: string, schema: z.ZodType<T>, type?: string): Codec<T> {
  return {
    encode: (value) => ({ ...(type === undefined ? {} : { type }), ...(structuredClone(value) as object) }),
    decode: (wire, pointer = '') => {
      const parsed = schema.safeParse(wire);
      const typed = type === undefined || (wire as { type?: unknown } | undefined)?.type === type;
      if (parsed.success && typed) return { ok: true, value: parsed.data };
      const mismatches = (parsed.error?.issues ?? []).map(({ path, message }): Mismatch => {
        const got = path.reduce<unknown>(
          (inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key],
          wire,
        );
        return {
          pointer: [pointer, ...path.map(String)].join('/'),
          expected: message.replace('Invalid input: expected ', '').replace(/, received .*$/, ''),
          actual: got === undefined ? 'nothing' : JSON.stringify(got),
          declaredAt: `plain.yaml:1:1 ${name}`,
        };
      });
      return {
        ok: false,
        mismatches:
          mismatches.length > 0
            ? mismatches
            : [{ pointer: '/type', expected: type ?? '', actual: '', declaredAt: name }],
      };
    },
  };
}

const shapes = Object.fromEntries(
  Object.entries(SHAPES).map(([name, schema]) => {
    const type = name === 'wsRequest' ? 'request' : name === 'wsEvent' ? 'event' : undefined;
    return [name, codecOf(name, schema as z.ZodType, type)];
  }),
) as unknown as Dialect['shapes'];

const plainCommand: Dialect['command'] = {
  write: (value) => JSON.stringify(plainCommand.encode(value)),
  encode: ({ operation, ...rest }) => ({ ...rest, operation: operation.name, params: operation.params }),
  decode: (wire, pointer) => {
    const decoded = shapes.command.decode(wire, pointer);
    if (!decoded.ok) return { ok: false, mismatches: decoded.mismatches };
    const { operation, params, ...rest } = decoded.value;
    return { ok: true, value: { ...rest, operation: { name: operation, params } } as CommandValue };
  },
};

export const plainDialect: Dialect = {
  name: 'plain',
  source: { file: 'plain.yaml', text: '', content: {} },
  path: (path) => path,
  indexBase: 1,
  paging: { limit: 'limit', cursor: 'cursor', counts: 'nothing', from: 0 },
  lifetimeUnit: 1,
  without: new Set(),
  identifiers: { device: 'text', command: 'text', event: 'text' },
  namesDevices: 'client',
  eventData: '/data',
  namesOf: (shape, field) => (field === undefined ? Object.keys(SHAPES[shape].shape) : [field]),
  shapes,
  command: plainCommand,
  executeRequest: shapes.executeRequest as Codec<ExecuteValue>,
  operationParams: (name) => codecOf(name, SHAPES[operationFacts(name).params] as z.ZodType) as never,
  error: (code) => ({ code, status: { ...STATED_ERROR_CODES, ...OPEN_ERROR_CODES }[code].status ?? 403 }),
  canonicalCode: (wireCode) => (wireCode === 'GONE_FISHING' ? 'DEVICE_OFFLINE' : undefined),
  encodeIndex: String,
  decodeIndex: (text) => (/^\d+$/.test(text) ? Number(text) : undefined),
};
