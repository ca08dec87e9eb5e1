// Scalars as JSON. Most texts need no escaping, and finding that out is cheaper than `JSON.stringify`.
import type { WireValue } from './scalar-codec.js';

/** No quote, no backslash, no control character, and no half of a surrogate pair. */
const NEEDS_NO_ESCAPE = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

export function quotedJson(text: string): string {
  return NEEDS_NO_ESCAPE.test(text) ? `"${text}"` : JSON.stringify(text);
}

export function scalarText(value: WireValue): string {
  return typeof value === 'string' ? quotedJson(value) : JSON.stringify(value);
}
