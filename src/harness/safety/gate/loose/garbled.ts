// Whether a reader could miss a key in a text, and with it the index that it stands before: then any relay is meant.
import { jsonIn } from '../../../../kernel/json.js';
import { unescapeOnce } from './unescape.js';

const MOST_LAYERS = 5;

/** @param isPath no document, whatever signs are in it. */
export function isGarbled(text: string, isPath: boolean): boolean {
  const bare = text.replace(/^\ufeff/, '');
  if (!isPath && /["']/.test(bare) && !isJson(bare) && !isJson(completed(bare))) return true;
  // Who does not read other characters as their plain ones misses what is written in them.
  let decoded = bare;
  for (let layer = 0; layer <= MOST_LAYERS; layer++) {
    if (/[^\0-\x7f]/.test(decoded)) return true;
    decoded = unescapeOnce(decoded, isPath);
  }
  return false;
}

const isJson = (text: string): boolean => jsonIn(text) !== undefined;

/** A text that was cut off, with what ends it. */
function completed(text: string): string {
  const ends: string[] = [];
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (quoted && sign === '\\') at++;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === '{' || sign === '[')) ends.push(sign === '{' ? '}' : ']');
    else if (!quoted && (sign === '}' || sign === ']')) ends.pop();
  }
  return `${text.replace(/,\s*$/, '')}${quoted ? '"' : ''}${ends.toReversed().join('')}`;
}
