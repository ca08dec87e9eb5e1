// Bytes on the wire. The canonical model writes them as lower-case hex.
import { assert } from '../kernel/assert.js';
import { fromHex, isHex, toHex } from '../kernel/hex.js';
import type { ShapeSchema } from './dialect.js';
import { PLAIN, type ScalarCodec } from './scalar-codec.js';

const PAIR = '[0-9A-Fa-f]{2}';

export const BYTE_CODECS: Readonly<Record<string, ScalarCodec>> = {
  hex: inHex('hex', ''),
  HEX: inHex('hex, upper case', '', true),
  hexSpaced: inHex('hex, with a space between bytes', ' '),
  HEXSpaced: inHex('hex, upper case, with a space between bytes', ' ', true),
  hexColon: inHex('hex, with a colon between bytes', ':'),
  HEXColon: inHex('hex, upper case, with a colon between bytes', ':', true),
  base64: inBase64('base64', /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/, {
    write: (text) => text,
    read: (text) => text,
  }),
  base64url: inBase64('base64url', /^(?:[\w-]{4})*(?:[\w-]{2}(?:==)?|[\w-]{3}=?)?$/, {
    write: (text) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
    read: (text) => text.replaceAll('-', '+').replaceAll('_', '/'),
  }),
  array: {
    wire: 'mixed',
    expected: 'a list of bytes, each a number from 0 to 255',
    encode: (value) => [...bytesOf(value as string)],
    describe: () => ({
      type: 'array',
      items: { type: 'integer', minimum: 0, maximum: 255 },
      description: 'bytes',
    }),
    decode: (wire) => (Array.isArray(wire) && wire.every(isByte) ? toHex(wire) : undefined),
  },
  text: {
    wire: 'string',
    expected: 'bytes as text, one character a byte',
    encode: (value) => textOf(value as string),
    describe: () => ({
      type: 'string',
      pattern: String.raw`^[\u0000-\u00ff]*$`,
      description: 'bytes as text, one character a byte',
    }),
    decode: (wire) => (typeof wire === 'string' ? hexOf(wire) : undefined),
  },
};

/** Written in one case, and read in either. */
function inHex(description: string, between: '' | ' ' | ':', upper = false): ScalarCodec {
  const described = { contentEncoding: 'base16', description: `bytes in ${description}` };
  const pattern = between === '' ? '^(?:[0-9A-Fa-f]{2})*$' : `^(?:${PAIR}(?:${between}${PAIR})*)?$`;
  const fits = new RegExp(pattern);
  return {
    wire: 'string',
    expected: between === '' ? 'bytes in hex' : `bytes in ${description}`,
    encode: (value) => {
      const text = upper ? (value as string).toUpperCase() : (value as string);
      return between === '' ? text : (text.match(/../g) ?? []).join(between);
    },
    describe: (): ShapeSchema => ({ type: 'string', pattern, ...described }),
    decode: (wire) => {
      if (typeof wire !== 'string') return undefined;
      if (between === '') return isHex(wire) ? wire.toLowerCase() : undefined;
      return fits.test(wire) ? wire.replaceAll(between, '').toLowerCase() : undefined;
    },
  };
}

interface Alphabet {
  write(base64: string): string;
  read(text: string): string;
}

/** @param pattern with or without padding: either is unambiguous. */
function inBase64(name: string, pattern: RegExp, { write, read }: Alphabet): ScalarCodec {
  const facts = name === 'base64' ? { contentEncoding: name } : {};
  return {
    wire: 'string',
    expected: `bytes in ${name}`,
    encode: (value) => write(btoa(textOf(value as string))),
    describe: () => ({
      type: 'string',
      pattern: pattern.source,
      ...facts,
      description: `bytes in ${name}`,
    }),
    decode: (wire) => (typeof wire === 'string' && pattern.test(wire) ? hexOf(atob(read(wire))) : undefined),
  };
}

function isByte(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xff;
}

function bytesOf(hex: string): Uint8Array {
  const bytes = fromHex(hex);
  assert(bytes !== undefined, 'bytes are written as hex in the canonical model');
  return bytes;
}

function textOf(hex: string): string {
  let text = '';
  for (const byte of bytesOf(hex)) text += String.fromCharCode(byte);
  return text;
}

/** Undefined when a character is no byte. */
function hexOf(text: string): string | undefined {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const byte = text.charCodeAt(at);
    if (byte > 0xff) return undefined;
    bytes.push(byte);
  }
  return toHex(bytes);
}

// Durations and moments on the wire. The canonical model counts both in whole milliseconds.

const NUMBER = String.raw`\d+(?:\.\d+)?`;
const TIME = `T(?:${NUMBER}H(?:${NUMBER}M)?(?:${NUMBER}S)?|${NUMBER}M(?:${NUMBER}S)?|${NUMBER}S)`;
/**
 * Years and months have no length of their own. Without lookahead: Node 20 answers wrongly from the second use on where
 * a pattern with it stands behind other text, and this one becomes a part of JSON Schemas.
 */
const SPAN = new RegExp(String.raw`^P(?:\d+D(?:${TIME})?|${TIME})$`);
const UNITS: Readonly<Record<string, number>> = { D: 86_400_000, H: 3_600_000, M: 60_000, S: 1000 };

/** What a duration may be written as. */
export const DURATION_CODECS: Readonly<Record<string, ScalarCodec>> = {
  ms: counted(1, 'a duration in milliseconds'),
  s: counted(1000, 'a duration in seconds'),
  us: counted(0.001, 'a duration in microseconds'),
  hundredths: counted(10, 'a duration in hundredths of a second'),
  tenths: counted(100, 'a duration in tenths of a second'),
  min: counted(60_000, 'a duration in minutes'),
  h: counted(3_600_000, 'a duration in hours'),
  iso: {
    wire: 'string',
    letters: 'PTDHMS.0123456789',
    expected: 'a duration such as PT1.5S',
    encode: (value) => `PT${(value as number) / 1000}S`,
    describe: () => ({ type: 'string', pattern: SPAN.source, description: 'a duration such as PT1.5S' }),
    decode: decodeSpan,
  },
};

/** The same for what lasts, which the canonical model counts in seconds. */
export const LIFETIME_CODECS: Readonly<Record<string, ScalarCodec>> = {
  s: PLAIN.number,
  ...Object.fromEntries(
    ['ms', 'min', 'h', 'iso'].flatMap((unit) => {
      const codec = DURATION_CODECS[unit];
      return codec ? [[unit, inSeconds(codec)]] : [];
    }),
  ),
};

function inSeconds(codec: ScalarCodec): ScalarCodec {
  return {
    ...codec,
    encode: (value) => codec.encode((value as number) * 1000),
    decode: (wire) => {
      const ms = codec.decode(wire);
      return typeof ms === 'number' ? ms / 1000 : undefined;
    },
  };
}

/** What a moment may be written as. */
export const TIMESTAMP_CODECS: Readonly<Record<string, ScalarCodec>> = {
  iso: dated(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i, {
    example: '2026-01-31T12:00:00.000Z',
    format: 'date-time',
    write: (iso) => iso,
    read: (text) => text,
  }),
  isoBasic: dated(/^\d{8}T\d{6}(?:\.\d+)?Z$/, {
    example: '20260131T120000.000Z',
    write: (iso) => iso.replaceAll(/[-:]/g, ''),
    read: (text) => text.replace(/^(....)(..)(..)T(..)(..)/, '$1-$2-$3T$4:$5:'),
  }),
  // Nobody says which zone is meant: it is read and written as UTC.
  isoLocal: dated(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/, {
    example: '2026-01-31T12:00:00.000',
    write: (iso) => iso.slice(0, -1),
    read: (text) => `${text}Z`,
  }),
  isoSpace: dated(/^\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d(?:\.\d+)?)?$/, {
    example: '2026-01-31 12:00:00.000',
    write: (iso) => iso.slice(0, -1).replace('T', ' '),
    read: (text) => `${text.replace(' ', 'T')}Z`,
  }),
  ms: counted(1, 'a moment in milliseconds since 1970'),
  s: counted(1000, 'a moment in seconds since 1970'),
  us: counted(0.001, 'a moment in microseconds since 1970'),
};

/** A number of units of `unit` ms each; finer parts than a millisecond are rounded away. */
function counted(unit: number, expected: string): ScalarCodec {
  // To divide by a whole number gives the nearest number there is; to multiply by a fraction does not.
  const perMs = Math.round(1 / unit);
  return {
    wire: 'number',
    expected,
    encode: (value) => (unit < 1 ? (value as number) * perMs : (value as number) / unit),
    describe: () => ({ type: unit <= 1 ? 'integer' : 'number', minimum: 0, description: expected }),
    decode: (wire) =>
      typeof wire === 'number' && wire >= 0 ? Math.round(unit < 1 ? wire / perMs : wire * unit) : undefined,
  };
}

interface DateForm {
  readonly example: string;
  /** A format of JSON Schema. */
  readonly format?: string;
  write(iso: string): string;
  /** As `Date.parse` takes it. */
  read(text: string): string;
}

function dated(pattern: RegExp, { example, format, write, read }: DateForm): ScalarCodec {
  return {
    wire: 'string',
    letters: `0123456789+tz${example}`,
    expected: `a moment such as ${example}`,
    encode: (value) => write(new Date(value as number).toISOString()),
    describe: () => ({ type: 'string', ...(format ? { format } : {}), pattern: pattern.source }),
    decode: (wire) => {
      if (typeof wire !== 'string' || !pattern.test(wire)) return undefined;
      const moment = Date.parse(read(wire.toUpperCase()));
      return Number.isNaN(moment) ? undefined : moment;
    },
  };
}

function decodeSpan(wire: unknown): number | undefined {
  if (typeof wire !== 'string' || !SPAN.test(wire)) return undefined;
  const parts = [...wire.matchAll(/([\d.]+)([DHMS])/g)];
  return Math.round(parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit] ?? 0), 0));
}
