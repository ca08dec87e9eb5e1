// What it takes to write one scalar, and the forms that every kind of scalar can have.
import { AssertionError } from '../kernel/assert.js';
import type { ShapeSchema } from './dialect.js';

type WireScalar = string | number | boolean | null;
/** Bytes may be written as a list of numbers. */
export type WireValue = WireScalar | readonly number[];

export interface ScalarCodec {
  /** The JSON type that it writes; `mixed` for words of several types, and for lists. */
  readonly wire: 'string' | 'number' | 'boolean' | 'mixed';
  /** What it reads, in words: `a number`. */
  readonly expected: string;
  /** The canonical value that is shown by nothing being there. */
  readonly absent?: { readonly value: unknown };
  /** The characters that its texts may have, where its schema does not tell. */
  readonly letters?: string;
  /** The same as a text, where that is more than its JSON in quotes. */
  readonly asText?: ScalarCodec;
  /** Undefined for the value that is left out, and for no other. */
  encode(value: unknown): WireValue | undefined;
  /** What it writes. Patterns stand between ^ and $. */
  describe(): ShapeSchema;
  /** The canonical value; undefined when the data from the wire are something else. */
  decode(wire: unknown): unknown;
}

/** JSON's own form of a text, a number or a truth value. */
export const PLAIN: Readonly<Record<JsonType, ScalarCodec>> = {
  string: plain('string', 'a string'),
  number: plain('number', 'a number'),
  boolean: plain('boolean', 'true or false'),
};

type JsonType = 'string' | 'number' | 'boolean';

function plain(wire: JsonType, expected: string): ScalarCodec {
  return {
    wire,
    expected,
    encode: (value) => value as WireScalar,
    describe: () => ({ type: wire }),
    decode: (value) => (typeof value === wire ? value : undefined),
  };
}

/** A text of the canonical model that the wire writes as the number that it spells: an identifier, a counter. */
export const NUMERAL_TEXT: ScalarCodec = {
  wire: 'number',
  expected: 'a whole number from 0',
  encode: (value) => {
    if (isNumeral(value)) return Number(value);
    throw new AssertionError(`the dialect writes this as a number, and ${String(value)} is none`);
  },
  describe: () => ({ type: 'integer', minimum: 0 }),
  decode: (wire) => (Number.isSafeInteger(wire) && (wire as number) >= 0 ? String(wire) : undefined),
};

/** True for the texts that spell a whole number in the one way that a number is written. */
export function isNumeral(value: unknown): value is string {
  return typeof value === 'string' && /^(?:0|[1-9]\d{0,14})$/.test(value);
}

/** Numbers that the wire writes `factor` times as large. What is finer than 15 digits is rounded away. */
export function scaledCodec(codec: ScalarCodec, factor: number): ScalarCodec {
  const rounded = (value: number): number => Number(value.toPrecision(15));
  return {
    wire: 'number',
    expected: `${codec.expected}, ${factor} times as large`,
    encode: (value) => rounded((value as number) * factor),
    describe: () => ({ type: 'number' }),
    decode: (wire) => (typeof wire === 'number' ? codec.decode(rounded(wire / factor)) : undefined),
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

/** The same scalar as a JSON string: `"9600"`, `"true"`. */
export function asText(codec: ScalarCodec): ScalarCodec {
  if (codec.asText) return codec.asText;
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
  return NUMERAL_ALONE.test(text) ? Number(text) : undefined;
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

/** The word of a value that is shown by nothing being there. */
export const LEFT_OUT_WORD = Symbol('left out');

export type Word = WireScalar | typeof LEFT_OUT_WORD;

/** One word or several for each canonical value: the first is written, all are read. */
export function wordCodec(words: ReadonlyMap<unknown, readonly Word[]>): ScalarCodec {
  const absent = [...words].find(([, [first]]) => first === LEFT_OUT_WORD);
  const spoken = new Map(
    [...words].map(([value, list]) => [value, list.filter((word) => word !== LEFT_OUT_WORD)] as const),
  );
  const texts = new Map([...spoken].map(([value, list]) => [value, list.map(String)] as const));
  const alike = new Set([...texts.values()].flat()).size < [...texts.values()].flat().length;
  return {
    ...wordsOf(spoken, absent?.[0]),
    ...(absent ? { absent: { value: absent[0] } } : {}),
    ...(alike ? {} : { asText: wordsOf(texts) }),
  };
}

function wordsOf(words: ReadonlyMap<unknown, readonly WireScalar[]>, leftOut?: unknown): ScalarCodec {
  const written = new Map<unknown, WireScalar>();
  const canonical = new Map<unknown, unknown>();
  for (const [value, [first, ...others]] of words) {
    if (first === undefined) continue;
    written.set(value, first);
    for (const word of [first, ...others]) canonical.set(word, value);
  }
  const all = [...canonical.keys()];
  const types = [...new Set(all.map((word) => typeof word))];
  const [only = 'string'] = types;
  const wire = types.length > 1 || only === 'object' ? 'mixed' : (only as JsonType);
  return {
    wire,
    expected: `one of ${all.map(String).join(', ')}`,
    encode: (value) => {
      const word = written.get(value);
      if (word !== undefined || (leftOut !== undefined && value === leftOut)) return word;
      throw new AssertionError(`the dialect has no word for ${String(value)}`);
    },
    describe: () => (wire === 'mixed' ? { enum: all } : { type: wire, enum: all }),
    decode: (word) => canonical.get(word),
  };
}

// JSON Schemas of scalars that are written as text, within text, and as keys.

export const INTEGER = String.raw`^-?(?:0|[1-9]\d*)$`;
export const NUMERAL = String.raw`^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$`;
const NUMERAL_ALONE = new RegExp(NUMERAL);
const ANYTHING = String.raw`[\s\S]*`;

/** The schema of the same scalar as a JSON string. */
export function textSchema(schema: ShapeSchema): ShapeSchema {
  if (schema['type'] === 'string') return schema;
  const kept = described(schema);
  if (Array.isArray(schema['enum'])) return { ...kept, type: 'string', enum: schema['enum'].map(String) };
  if (schema['type'] === 'boolean') return { ...kept, type: 'string', enum: ['true', 'false'] };
  return { ...kept, type: 'string', pattern: schema['type'] === 'integer' ? INTEGER : NUMERAL };
}

/** The schema of the same text with other text around it. */
function surroundedSchema(schema: ShapeSchema, prefix: string, suffix: string): ShapeSchema {
  const kept = described(schema);
  if (Array.isArray(schema['enum'])) {
    const words = schema['enum'].map((word) => `${prefix}${String(word)}${suffix}`);
    return { ...kept, type: 'string', enum: words };
  }
  return {
    ...kept,
    type: 'string',
    pattern: `^${literally(prefix)}${bodyOf(schema)}${literally(suffix)}$`,
  };
}

/** The pattern of keys that are such a text; undefined when every key is one. */
export function keyPattern(schema: ShapeSchema): string | undefined {
  const body = bodyOf(schema);
  return body === ANYTHING ? undefined : `^${body}$`;
}

/** What stands for such a text within a pattern. */
export function bodyOf(schema: ShapeSchema): string {
  if (Array.isArray(schema['enum'])) {
    return `(?:${schema['enum'].map((word) => literally(String(word))).join('|')})`;
  }
  const { pattern } = schema;
  // Every pattern of the scalars stands between ^ and $.
  return typeof pattern === 'string' ? `(?:${pattern.slice(1, -1)})` : ANYTHING;
}

function described({ description }: ShapeSchema): ShapeSchema {
  return description === undefined ? {} : { description };
}

export function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
