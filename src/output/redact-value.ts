// Takes the secrets out of a value of JSON: its texts, its names, numbers that are the characters of one, and texts
// that are one only side by side.
import { PIECE } from './grams.js';
import type { SecretBook } from './secret-book.js';

const DEEPEST = 100;

/** Copies only what changes: most values hold no secret and are shared with the original. */
export function redactValue(value: unknown, book: SecretBook, change: (text: string) => string): unknown {
  const split = splitSecrets(value, book);
  let leaf = 0;
  const leafOf = (text: string): string => split?.get(leaf++) ?? change(text);
  return mapped(value, { leaf: leafOf, name: change, numbers: (list) => numbersAlias(list, book) }, 0);
}

/** The value with some of its texts replaced, each as a whole. */
export function replaceTexts(value: unknown, by: ReadonlyMap<string, string>): unknown {
  const change = (text: string): string => by.get(text) ?? text;
  return mapped(value, { leaf: change, name: change, numbers: () => undefined }, 0);
}

interface Changes {
  readonly leaf: (text: string) => string;
  readonly name: (text: string) => string;
  readonly numbers: (list: readonly unknown[]) => string | undefined;
}

function mapped(value: unknown, changes: Changes, depth: number): unknown {
  if (typeof value === 'string') return changes.leaf(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '…';
  if (Array.isArray(value)) return mappedList(value, changes, depth + 1);
  let copy: [string, unknown][] | undefined;
  let at = 0;
  // Every record passes by here whole, and nearly all of them unchanged: nothing is made for those.
  for (const key in value) {
    const item = (value as Record<string, unknown>)[key];
    const name = changes.name(key);
    const inner = mapped(item, changes, depth + 1);
    if (!copy && (name !== key || inner !== item)) copy = Object.entries(value).slice(0, at);
    copy?.push([name, inner]);
    at++;
  }
  return copy ? Object.fromEntries(copy) : value;
}

function mappedList(list: readonly unknown[], changes: Changes, depth: number): unknown {
  const alias = changes.numbers(list);
  if (alias !== undefined) return [alias];
  let copy: unknown[] | undefined;
  let at = 0;
  for (const item of list) {
    const inner = mapped(item, changes, depth);
    if (!copy && inner !== item) copy = list.slice(0, at);
    copy?.push(inner);
    at++;
  }
  return copy ?? list;
}

function numbersAlias(list: readonly unknown[], book: SecretBook): string | undefined {
  if (list.length < PIECE || typeof list[0] !== 'number') return undefined;
  const codes = list.filter((each) => typeof each === 'number' && each >= 0 && each <= 0xffff);
  return book.find(codes.map((code) => String.fromCharCode(code as number)).join(''), 'value')[0]?.alias;
}

/** Aliases for texts, by their place among all, that are too short to be told, and together are a piece of a secret. */
function splitSecrets(value: unknown, book: SecretBook): ReadonlyMap<number, string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found = new Map<number, string>();
  let row: string[] = [];
  let count = 0;
  const end = (): void => {
    if (row.length > 1) joinedIn(row, count - row.length, book, found);
    row = [];
  };
  const walk = (inner: unknown, depth: number): void => {
    if (typeof inner === 'string') {
      if (inner.length >= PIECE) end();
      else row.push(inner);
      count++;
    } else if (typeof inner === 'object' && inner !== null && depth < DEEPEST) {
      for (const key in inner) walk((inner as Record<string, unknown>)[key], depth + 1);
    }
  };
  walk(value, 0);
  end();
  return found.size > 0 ? found : undefined;
}

/** In their order, and in the reverse of it. */
function joinedIn(row: readonly string[], first: number, book: SecretBook, found: Map<number, string>): void {
  const places = row.map((_, at) => at);
  for (const order of [places, places.toReversed()]) {
    const text = order.map((at) => row[at] ?? '').join('');
    if (text.length < PIECE) return;
    for (const { from, to, alias } of book.find(text, 'value')) {
      let start = 0;
      for (const at of order) {
        const length = row[at]?.length ?? 0;
        if (start < to && start + length > from) found.set(first + at, alias);
        start += length;
      }
    }
  }
}
