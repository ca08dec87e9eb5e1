// What the sloppy server has done: every switch, every byte on a line, every setting and all that was managed.
import { plainWord } from './texts.js';

export type Deed =
  /** `relay` counts from 1. */
  | { readonly kind: 'switch' | 'jog'; readonly deviceId: string; readonly relay: number }
  /** In hex. */
  | { readonly kind: 'bytes'; readonly deviceId: string; readonly data: string }
  | { readonly kind: 'baud'; readonly deviceId: string }
  | { readonly kind: 'manage'; readonly deviceId: string };

export interface World {
  /** The devices, with how many relays each has. */
  readonly devices: Readonly<Record<string, number>>;
  readonly deeds: Deed[];
}

/** Devices that a text could mean: by any spelling of their identifier, or all of them. */
export function devicesMeant({ devices }: World, text: string): readonly string[] {
  const all = Object.keys(devices);
  const word = plainWord(text);
  if (['all', 'any', 'every', 'each', 'null', 'undefined'].includes(word) || /^\s*[*%]?\s*$/.test(text))
    return all;
  const decoded = plainWord(Buffer.from(text, 'base64').toString('utf8'));
  const place = /^\d{1,2}$/.test(word) ? all[Number(word) - 1] : undefined;
  return all.filter(
    (id) =>
      word === plainWord(id) ||
      word.endsWith(`dev${plainWord(id)}`) ||
      decoded === plainWord(id) ||
      id === place,
  );
}

/** Relays that a text could mean, of a device that has so many. */
export function relaysMeant(text: string, count: number): readonly number[] {
  const word = text.normalize('NFKC').trim().toLowerCase();
  const plain = plainWord(text);
  if (['all', 'any', 'every', 'each', 'null', 'both', 'everything'].includes(plain) || word === '*')
    return range(count);
  const named = NUMBERS.indexOf(plain);
  const digits = plainDigits(word);
  const values = [
    Number(digits),
    parseInt(digits, 10),
    Number.parseFloat(digits),
    digits.startsWith('0') ? parseInt(digits, 8) : NaN,
    named,
    ROMAN.indexOf(plain) + 1 || NaN,
    digits.startsWith('-') ? count + 1 + Number(digits) : NaN,
  ];
  const found = values
    .filter((value) => Number.isFinite(value) && digits !== '')
    .map((value) => Math.trunc(value) || 1);
  return [...new Set(found)].filter((relay) => relay >= 1 && relay <= count);
}

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii'];

function plainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => plainWord(digit)).replace(/["'_\s]/g, '');
}

export function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}
