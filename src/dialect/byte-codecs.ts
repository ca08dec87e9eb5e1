// Bytes on the wire. The canonical model writes them as lower-case hex.
import { assert } from '../kernel/assert.js';
import { fromHex, isHex, toHex } from '../kernel/hex.js';
import type { ScalarCodec } from './scalar-codec.js';

export const BYTE_CODECS: Readonly<Record<string, ScalarCodec>> = {
  hex: {
    wire: 'string',
    expected: 'bytes in hex',
    encode: (value) => value as string,
    decode: decodeHex,
  },
  HEX: {
    wire: 'string',
    expected: 'bytes in hex',
    encode: (value) => (value as string).toUpperCase(),
    decode: decodeHex,
  },
  base64: {
    wire: 'string',
    expected: 'bytes in base64',
    encode: (value) => btoa(textOf(value as string)),
    decode: (wire) => (typeof wire === 'string' && BASE64.test(wire) ? hexOf(atob(wire)) : undefined),
  },
  text: {
    wire: 'string',
    expected: 'bytes as text, one character a byte',
    encode: (value) => textOf(value as string),
    decode: (wire) => (typeof wire === 'string' ? hexOf(wire) : undefined),
  },
};

/** With or without padding: either is unambiguous. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

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
