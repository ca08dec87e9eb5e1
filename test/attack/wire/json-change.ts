// What a hostile server makes of a JSON text: other types, missing and doubled members, numbers that no double holds,
// text that is no JSON any more.
import { isObject } from '../../../src/kernel/json.js';
import type { RandomStream } from '../../../src/kernel/random.js';

export interface JsonChange {
  readonly name: string;
  change(text: string, random: RandomStream): string;
}

/** Raw JSON in place of a value: some of it cannot be had from a value. */
const VALUES: readonly string[] = [
  'null',
  'true',
  '0',
  '-1',
  '1e308',
  '1e400',
  '12345678901234567890123',
  'NaN',
  'Infinity',
  '""',
  '"x"',
  '"\\u0000\\ud800"',
  '"__proto__"',
  '[]',
  '[null]',
  '{}',
  '{"__proto__":{"code":"SUCCESS"},"constructor":1}',
  `"${'long'.repeat(20_000)}"`,
  '['.repeat(5000) + ']'.repeat(5000),
];

const MARK = '@@changed@@';

/** One member or element, anywhere, has this raw text as its value; without a text it is left out. */
function changedAt(text: string, random: RandomStream, raw: string | undefined): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  const places: { readonly of: Record<string, unknown>; readonly key: string }[] = [];
  collect(value, places);
  const place = places[random.integer(0, Math.max(0, places.length - 1))];
  if (!place) return raw ?? '';
  if (raw === undefined) delete place.of[place.key];
  else place.of[place.key] = MARK;
  return JSON.stringify(value).replace(`"${MARK}"`, () => raw ?? '');
}

function collect(value: unknown, into: { of: Record<string, unknown>; key: string }[]): void {
  if (!isObject(value) && !Array.isArray(value)) return;
  const of = value as Record<string, unknown>;
  for (const key of Object.keys(of)) {
    into.push({ of, key });
    collect(of[key], into);
  }
}

function one<T>(random: RandomStream, among: readonly T[]): T {
  return among[random.integer(0, among.length - 1)] as T;
}

export const JSON_CHANGES: readonly JsonChange[] = [
  { name: 'a value of another type', change: (text, random) => changedAt(text, random, one(random, VALUES)) },
  { name: 'a member is missing', change: (text, random) => changedAt(text, random, undefined) },
  { name: 'another body', change: (_, random) => one(random, VALUES) },
  { name: 'nothing', change: () => '' },
  { name: 'white space', change: () => ' \r\n\t ' },
  { name: 'a part', change: (text, random) => text.slice(0, random.integer(0, text.length)) },
  { name: 'a page', change: () => '<!doctype html><title>502 Bad Gateway</title>' },
  { name: 'a mark before it', change: (text) => `\uFEFF${text}` },
  { name: 'twice', change: (text) => text + text },
  { name: 'in an array', change: (text) => `[${text}]` },
  { name: 'in a text', change: (text) => JSON.stringify(text) },
  { name: 'single quotes', change: (text) => text.replaceAll('"', "'") },
  { name: 'the code twice', change: (text) => text.replace('{', '{"code":"SUCCESS","code":"DEVICE_BUSY",') },
];
