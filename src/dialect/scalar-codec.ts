// What it takes to write one scalar, and the forms that every kind of scalar can have.
import { AssertionError } from '../kernel/assert.js';
import type { JsonSchema } from './json-schema.js';
import { surroundedSchema, textSchema } from './text-schema.js';

export type WireScalar = string | number | boolean;

export interface ScalarCodec {
  /** The JSON type that it writes. */
  readonly wire: 'string' | 'number' | 'boolean';
  /** What it reads, in words: `a number`. */
  readonly expected: string;
  encode(value: unknown): WireScalar;
  /** What it writes. Patterns stand between ^ and $. */
  describe(): JsonSchema;
  /** The canonical value; undefined when the data from the wire are something else. */
  decode(wire: unknown): unknown;
}

/** JSON's own form of a text, a number or a truth value. */
export const PLAIN: Readonly<Record<ScalarCodec['wire'], ScalarCodec>> = {
  string: plain('string', 'a string'),
  number: plain('number', 'a number'),
  boolean: plain('boolean', 'true or false'),
};

function plain(wire: ScalarCodec['wire'], expected: string): ScalarCodec {
  return {
    wire,
    expected,
    encode: (value) => value as WireScalar,
    describe: () => ({ type: wire }),
    decode: (value) => (typeof value === wire ? value : undefined),
  };
}

/** An index of the canonical model, which counts from 1, on a wire that counts from `base`. */
export function indexCodec(base: 0 | 1): ScalarCodec {
  const shift = base - 1;
  return {
    wire: 'number',
    expected: `an index, counted from ${base}`,
    encode: (value) => (value as number) + shift,
    describe: () => ({ type: 'integer', minimum: base, description: `counted from ${base}` }),
    decode: (value) =>
      Number.isInteger(value) && (value as number) >= base ? (value as number) - shift : undefined,
  };
}

const NUMERAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** The same scalar as a JSON string: `"9600"`, `"true"`. */
export function asText(codec: ScalarCodec): ScalarCodec {
  if (codec.wire === 'string') return codec;
  const read = codec.wire === 'number' ? numberOf : booleanOf;
  return {
    wire: 'string',
    expected: `${codec.expected}, as a string`,
    encode: (value) => String(codec.encode(value)),
    describe: () => textSchema(codec.describe()),
    decode: (wire) => (typeof wire === 'string' ? codec.decode(read(wire)) : undefined),
  };
}

function numberOf(text: string): number | undefined {
  return NUMERAL.test(text) ? Number(text) : undefined;
}

function booleanOf(text: string): boolean | undefined {
  return text === 'true' || text === 'false' ? text === 'true' : undefined;
}

/** The scalar with text around it. */
export function withinText(codec: ScalarCodec, prefix: string, suffix: string): ScalarCodec {
  const inner = asText(codec);
  if (prefix === '' && suffix === '') return inner;
  return {
    wire: 'string',
    expected: `"${prefix}…${suffix}" around ${codec.expected}`,
    encode: (value) => `${prefix}${String(inner.encode(value))}${suffix}`,
    describe: () => surroundedSchema(inner.describe(), prefix, suffix),
    decode: (wire) => {
      if (typeof wire !== 'string' || wire.length < prefix.length + suffix.length) return undefined;
      if (!wire.startsWith(prefix) || !wire.endsWith(suffix)) return undefined;
      return inner.decode(wire.slice(prefix.length, wire.length - suffix.length));
    },
  };
}

/** One word or several for each canonical value: the first is written, all are read. */
export function wordCodec(
  words: ReadonlyMap<unknown, readonly WireScalar[]>,
  wire: 'string' | 'number',
): ScalarCodec {
  const written = new Map<unknown, WireScalar>();
  const canonical = new Map<unknown, unknown>();
  for (const [value, [first, ...others]] of words) {
    if (first === undefined) continue;
    written.set(value, first);
    for (const word of [first, ...others]) canonical.set(word, value);
  }
  return {
    wire,
    expected: `one of ${[...canonical.keys()].map(String).join(', ')}`,
    encode: (value) => {
      const word = written.get(value);
      if (word === undefined) throw new AssertionError(`the dialect has no word for ${String(value)}`);
      return word;
    },
    describe: () => ({ type: wire, enum: [...canonical.keys()] }),
    decode: (word) => canonical.get(word),
  };
}
