// Bytes on the wire. The canonical model writes them as lower-case hex.
import { assert } from '../kernel/assert.js';
import { fromHex, isHex, toHex } from '../kernel/hex.js';
import type { ShapeSchema } from './json-schema.js';
import type { ScalarCodec } from './scalar-codec.js';

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
