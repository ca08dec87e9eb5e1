// Which relays the numbers of a text could mean: as indices counted from 0 or 1, in any notation, as bit masks,
// and as places in a list.
import { type Words, looseWordsOf } from './words.js';

const NUMBER = /0x[0-9a-f]+|\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?/g;

interface Found {
  readonly text: string;
  readonly at: number;
  /** Something is done under it, which may be the place in a list, counted from 0. */
  readonly isKey: boolean;
  /** It is said to be an index, or it is a key: no bit mask, and no action. */
  readonly isIndex: boolean;
}

/** The numbers of a text but for times and rates. */
function numbersIn(text: string, words: Words): readonly Found[] {
  const found: Found[] = [];
  for (const { 0: number, index: at } of text.matchAll(NUMBER)) {
    const key = /([a-z0-9]+)["'\s]*[:=]["'\s]*$/.exec(text.slice(Math.max(0, at - 32), at))?.[1];
    if (key !== undefined && words.measureKeys.has(key)) continue;
    const end = at + number.length;
    // A key that has a number for a value is no index of anything that is done.
    const isKey = /^["'\s]*[:=]["'\s]*[a-z{]/.test(text.slice(end, end + 16));
    found.push({
      text: number,
      at,
      isKey,
      isIndex: isKey || (key !== undefined && words.indexKeys.has(key)),
    });
  }
  return found;
}

/** Relays that the text could name, from 1. @param inPath a number is no bit mask there. */
export function relaysIn(text: string, words: Words, indexBase: 0 | 1, inPath: boolean): Set<number> {
  const relays = new Set<number>();
  const add = (index: number): void => {
    relays.add(Math.max(1, index));
    if (indexBase === 0) relays.add(index + 1);
  };
  for (const number of numbersIn(text, words))
    for (const value of valuesOf(number.text)) {
      add(value);
      if (number.isKey) add(value + 1);
      if (!inPath && !number.isIndex) for (const bit of bitsOf(value)) add(bit);
    }
  return relays;
}

function valuesOf(text: string): readonly number[] {
  const digits = text.replaceAll('_', '');
  if (digits.startsWith('0x')) return [Number(digits)];
  const whole = Number(/^\d+/.exec(digits)?.[0]);
  const value = Number(digits);
  const octal = /^0[0-7]+$/.test(digits) ? [parseInt(digits, 8)] : [];
  return [...new Set([whole, Math.floor(value), Math.ceil(value), ...octal])];
}

/** The places of the bits that are set, from 1: `5` means relays 1 and 3. */
function bitsOf(mask: number): readonly number[] {
  if (mask > 0xffff_ffff) return [];
  const bits: number[] = [];
  for (let rest = mask, place = 1; rest > 0; rest = Math.floor(rest / 2), place++)
    if (rest % 2 === 1) bits.push(place);
  return bits;
}

/** Whether a number stands there that is said to be an index, and one that is not. */
export function numberKinds(
  text: string,
  words: Words,
): { readonly indexed: boolean; readonly other: boolean } {
  const numbers = numbersIn(text, words);
  return { indexed: numbers.some(({ isIndex }) => isIndex), other: numbers.some(({ isIndex }) => !isIndex) };
}

const MOST_PLACES = 300;

/**
 * Relays that are meant by a place in a list: where what is to be done stands in one without an index of its own.
 * Every place up to the number of words could be it.
 */
export function placesIn(text: string, words: Words): readonly number[] {
  const actions = [...text.matchAll(/[a-z0-9]+/g)].filter(({ 0: word }) => words.actions.has(word));
  const states = numbersIn(text, words).filter(({ isIndex }) => !isIndex);
  const done = [...actions.map(({ index }) => index), ...states.map(({ at }) => at)];
  if (done.length === 0 || (done.length === 1 && !text.includes('['))) return [];
  const braced = (text.match(/"(?:[^"\\]|\\.)*"|'[^']*'/g) ?? []).some((quoted) => /[{}[\]]/.test(quoted));
  if (!braced && done.every((at) => hasOwnIndex(elementAround(text, at), words))) return [];
  const most = looseWordsOf(text).length + (text.match(/[,&;\n]/g)?.length ?? 0);
  return Array.from({ length: Math.min(most, MOST_PLACES) + 1 }, (_, at) => at + 1);
}

function hasOwnIndex(element: string, words: Words): boolean {
  return numbersIn(element, words).some(({ isIndex }) => isIndex);
}

/** The braces around the place, and those around them, within one element of a list; empty where there are none. */
function elementAround(text: string, at: number): string {
  let depth = 0;
  let from = at;
  for (let place = at - 1; place >= 0; place--) {
    const sign = text[place];
    if (sign === '}' || sign === ']') depth++;
    else if (sign === '{' && depth === 0) from = place;
    else if (sign === '{' || (sign === '[' && depth > 0)) depth--;
    else if (sign === '[') break;
  }
  return from === at ? '' : text.slice(from, endOf(text, from));
}

function endOf(text: string, from: number): number {
  let depth = 0;
  for (let place = from; place < text.length; place++) {
    const sign = text[place];
    if (sign === '{' || sign === '[') depth++;
    else if ((sign === '}' || sign === ']') && --depth === 0) return place;
  }
  return text.length;
}
