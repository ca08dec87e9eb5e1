// Bytes on the wire. The canonical model writes them as lower-case hex.
import { assert } from '../kernel/assert.js';
import { fromHex, isHex, toHex } from '../kernel/hex.js';
import type { JsonSchema } from './json-schema.js';
import type { ScalarCodec } from './scalar-codec.js';

export const BYTE_CODECS: Readonly<Record<string, ScalarCodec>> = {
  hex: {
    wire: 'string',
    expected: 'bytes in hex',
    encode: (value) => value as string,
    describe: () => inHex('bytes in hex, lower case'),
    decode: decodeHex,
  },
  HEX: {
    wire: 'string',
    expected: 'bytes in hex',
    encode: (value) => (value as string).toUpperCase(),
    describe: () => inHex('bytes in hex, upper case'),
    decode: decodeHex,
  },
  base64: {
    wire: 'string',
    expected: 'bytes in base64',
    encode: (value) => btoa(textOf(value as string)),
    describe: () => ({
      type: 'string',
      pattern: BASE64.source,
      contentEncoding: 'base64',
      description: 'bytes in base64',
    }),
    decode: (wire) => (typeof wire === 'string' && BASE64.test(wire) ? hexOf(atob(wire)) : undefined),
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

/** With or without padding: either is unambiguous. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** Written in one case, and read in either. */
function inHex(description: string): JsonSchema {
  return { type: 'string', pattern: '^(?:[0-9A-Fa-f]{2})*$', contentEncoding: 'base16', description };
}

function decodeHex(wire: unknown): string | undefined {
  return typeof wire === 'string' && isHex(wire) ? wire.toLowerCase() : undefined;
}

function textOf(hex: string): string {
  const bytes = fromHex(hex);
  assert(bytes !== undefined, 'bytes are written as hex in the canonical model');
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
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
