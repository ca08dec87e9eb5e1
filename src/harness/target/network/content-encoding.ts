// Bodies that a server, or a proxy in between, has compressed although nobody asked for it: HTTP advises against it, and
// does not forbid it (RFC 9110, 12.5.3).
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { NETWORK_LIMITS } from './settings.js';

export interface DecodedBody {
  readonly bytes: Uint8Array;
  /** Why the bytes are as they came. */
  readonly wrong?: string;
}

/** Bytes of a body once it is decompressed. */
const LIMIT = { maxOutputLength: NETWORK_LIMITS.message };

const DECODERS: ReadonlyMap<string, (bytes: Uint8Array) => Uint8Array> = new Map([
  ['identity', (bytes) => bytes],
  ['gzip', (bytes) => gunzipSync(bytes, LIMIT)],
  ['x-gzip', (bytes) => gunzipSync(bytes, LIMIT)],
  ['deflate', (bytes) => inflateSync(bytes, LIMIT)],
  ['br', (bytes) => brotliDecompressSync(bytes, LIMIT)],
]);

/** @param codings the header Content-Encoding: the coding that was applied last comes last. */
export function decodedBody(bytes: Uint8Array, codings = ''): DecodedBody {
  let plain = bytes;
  const names = codings.toLowerCase().split(',');
  for (const name of names
    .map((each) => each.trim())
    .filter(Boolean)
    .toReversed()) {
    const decode = DECODERS.get(name);
    if (!decode) return { bytes, wrong: `a body in the content coding ${name}, which is not known here` };
    try {
      plain = plain.length === 0 ? plain : decode(plain);
    } catch {
      return { bytes, wrong: `a body that is not in the content coding ${name}, or too large in it` };
    }
  }
  return { bytes: plain };
}
