// The scalar types of the canonical model, told by hand: what the guards of the shapes are made of.
import { isHex } from '../kernel/hex.js';

/** In characters. */
const LONGEST_IDENTIFIER = 256;
const LAST_INDEX = 65_536;

/** A schema counts code points, of which a text has as many as UTF-16 units at most. */
export function isText(value: unknown, longest: number): boolean {
  if (typeof value !== 'string' || value === '') return false;
  return value.length <= longest || Array.from(value).length <= longest;
}

export function isIdentifier(value: unknown): boolean {
  return isText(value, LONGEST_IDENTIFIER);
}

export function isIndex(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= LAST_INDEX;
}

/** A time or a duration, in whole ms. */
export function isTime(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Lower-case hex. */
export function isBytes(value: unknown): boolean {
  return typeof value === 'string' && isHex(value) && value === value.toLowerCase();
}

/** By their places: a list may have holes, which `every` passes over. */
export function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  if (!Array.isArray(value)) return false;
  for (let at = 0; at < value.length; at++) if (!isItem(value[at])) return false;
  return true;
}
