// Texts that are meant to be JSON, or to be mistaken for it.
import type { RandomStream } from '../../../src/kernel/random.js';

export function pick<T>(random: RandomStream, items: readonly T[]): T {
  return items[random.integer(0, items.length - 1)] as T;
}

const DEPTHS = [31, 32, 33, 100, 1000, 5000, 16_000, 32_000, 100_000];

/** Brackets in brackets, closed or not, with `inner` in the middle. */
export function nested(random: RandomStream, inner = '1'): string {
  const depth = pick(random, DEPTHS);
  const [open, close] = pick(random, [
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"data":', '}]'],
    ['[[],', ']'],
    ['{"__proto__":', '}'],
  ] as const);
  const closed = random.chance(0.7) ? close.repeat(depth) : '';
  return open.repeat(depth) + inner + closed;
}

const ODD_TEXTS = [
  '',
  '\0',
  '\ud800',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '../..',
  '%ff',
  'x'.repeat(300),
  'x'.repeat(60_000),
  '\u202e',
  '\u2028',
  'toString',
  '🜚'.repeat(100),
];

const ODD_VALUES = [
  'null',
  '-0',
  '1e999',
  '-1',
  '0.5',
  '99999999999999999999999999',
  '""',
  '[]',
  '{}',
  'true',
  '"on"',
  '[[[]]]',
  '{"__proto__":{"x":1}}',
  '[1,2,3]',
];

const ODD_DOCUMENTS = [
  '',
  ' ',
  '{',
  '}',
  '[',
  ']',
  '"',
  '"\\',
  '{"a":1,}',
  '{"a":1}{"b":2}',
  '{"a":1,"a":2}',
  '\ufeff{}',
  "{'a':1}",
  'NaN',
  'Infinity',
  '// {}',
  '{"a":"\\u"}',
  '{"a":"\\ud800"}',
  '{"a":"\n"}',
  '[,]',
  '{"":""}',
  'undefined',
];

/** One of the values in the text replaced, or a piece of it removed, doubled or spoiled. */
function spoiled(random: RandomStream, good: string): string {
  const at = random.integer(0, good.length);
  const to = Math.min(good.length, at + random.integer(0, 8));
  switch (random.integer(0, 6)) {
    case 0:
      return good.slice(0, at);
    case 1:
      return good.slice(0, at) + good.slice(to);
    case 2:
      return good.slice(0, at) + JSON.stringify(pick(random, ODD_TEXTS)) + good.slice(to);
    case 3:
      return good.replace(/:("[^"]*"|\d+)/g, (all) =>
        random.chance(0.4) ? `:${pick(random, ODD_VALUES)}` : all,
      );
    case 4:
      return good.replace(/:("[^"]*"|\d+)/, () => `:${nested(random)}`);
    case 5:
      return good.replace(/"[^"]*"/g, (all) =>
        random.chance(0.3) ? JSON.stringify(pick(random, ODD_TEXTS)) : all,
      );
    default:
      return good.slice(0, at) + String.fromCharCode(random.integer(0, 0xffff)) + good.slice(at);
  }
}

/** So many elements or keys that one might run out of something. */
function crowded(random: RandomStream): string {
  const count = pick(random, [4095, 4096, 4097, 20_000, 30_000]);
  if (random.chance(0.5)) return `[${'0,'.repeat(count)}0]`;
  return `{${Array.from({ length: Math.min(count, 6000) }, (_, at) => `"k${at}":0`).join(',')}}`;
}

/** @param good what would be taken. */
export function hostileJson(random: RandomStream, good: string): string {
  const kind = random.fraction();
  if (kind < 0.55) return spoiled(random, good);
  if (kind < 0.75) return nested(random, random.chance(0.5) ? good : '1');
  if (kind < 0.85) return pick(random, ODD_DOCUMENTS);
  if (kind < 0.92) return crowded(random);
  return JSON.stringify(pick(random, ODD_TEXTS));
}

/** The bytes of a text, at times with some that are no UTF-8. */
export function bytesOf(random: RandomStream, text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length === 0 || !random.chance(0.1)) return bytes;
  bytes[random.integer(0, bytes.length - 1)] = random.integer(0x80, 0xff);
  return bytes;
}
