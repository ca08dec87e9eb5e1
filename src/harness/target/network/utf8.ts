// Bytes from a target as text. What is not UTF-8 is told with its place, not silently replaced.
import { isUtf8 } from 'node:buffer';

/**
 * @returns `text` with U+FFFD in the place of what is not UTF-8, and `invalidAt`: where the first such byte is, from 0.
 */
export function readUtf8(bytes: Uint8Array): { readonly text: string; readonly invalidAt?: number } {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return isUtf8(bytes) ? { text } : { text, invalidAt: firstInvalid(bytes, text) };
}

/** `a body with a byte at offset 17 that is not UTF-8`. */
export function notUtf8(what: string, offset: number): string {
  return `${what} with a byte at offset ${offset} that is not UTF-8`;
}

/** U+FFFD itself, as bytes. */
const REPLACEMENT = Buffer.from('\uFFFD');

/** Where U+FFFD stands in the text and not in the bytes; up to there the text is the bytes. */
function firstInvalid(bytes: Uint8Array, text: string): number {
  let offset = 0;
  let from = 0;
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', from)) {
    offset += Buffer.byteLength(text.slice(from, at));
    if (!REPLACEMENT.equals(bytes.subarray(offset, offset + REPLACEMENT.length))) break;
    offset += REPLACEMENT.length;
    from = at + 1;
  }
  return offset;
}
