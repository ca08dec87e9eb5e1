// Places in JSON and what stands there: the ground of every candidate for a placeholder.
import { isObject } from '../../kernel/json.js';

export type JsonPlace = readonly (string | number)[];
export type Scalar = string | number | boolean | null;

export interface Leaf {
  readonly at: JsonPlace;
  readonly value: Scalar;
}

/** The scalars below a value. @param through whether lists are looked into: then a place in them counts. */
export function leavesOf(value: unknown, through = false, at: JsonPlace = []): Leaf[] {
  if (Array.isArray(value))
    return through ? value.flatMap((each: unknown, index) => leavesOf(each, true, [...at, index])) : [];
  if (isObject(value))
    return Object.entries(value).flatMap(([key, each]) => leavesOf(each, through, [...at, key]));
  return value === undefined ? [] : [{ at, value: value as Scalar }];
}

/** The values of several things by their places. */
export interface Column {
  readonly at: JsonPlace;
  /** One of each thing; undefined where it has none. */
  readonly values: readonly (Scalar | undefined)[];
}

export function columnsOf(things: readonly unknown[], through = false): Column[] {
  const rows = things.map(
    (thing) => new Map(leavesOf(thing, through).map((each) => [placeKey(each.at), each])),
  );
  const places = new Map(rows.flatMap((row) => [...row].map(([key, { at }]) => [key, at] as const)));
  return [...places].map(([key, at]) => ({ at, values: rows.map((row) => row.get(key)?.value) }));
}

export function placeKey(at: JsonPlace): string {
  return JSON.stringify(at);
}

export function isPrefix(prefix: JsonPlace, at: JsonPlace): boolean {
  return prefix.every((each, index) => at[index] === each);
}

/** The sample with another one at the place of the wire; objects and lists on the way come into being. */
export function withAt(root: unknown, [first, ...rest]: JsonPlace, value: unknown): unknown {
  if (first === undefined) return value;
  if (typeof first === 'number') {
    const list: unknown[] = Array.isArray(root) ? [...(root as unknown[])] : [];
    while (list.length < first) list.push('x');
    list[first] = withAt(list[first], rest, value);
    return list;
  }
  const object = isObject(root) ? root : {};
  const key = plainText(first);
  return { ...object, [key]: withAt(object[key], rest, value) };
}

/** A text of the wire as a sample shows it: a dollar sign begins a placeholder, unless it is written twice. */
export function plainText(text: string): string {
  return text.replaceAll('$', '$$$$');
}

export function valueAt(root: unknown, at: JsonPlace): unknown {
  return at.reduce<unknown>(
    (part, key) => (part as Record<string | number, unknown> | null | undefined)?.[key],
    root,
  );
}

export function isGiven<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}

export function isFull({ values }: Column): boolean {
  return values.length > 0 && values.every(isGiven);
}

export function isDistinct({ values }: Column): boolean {
  return new Set(values).size === values.length;
}

/** How well a name fits, from 0; the first patterns fit best. */
export function fit(at: JsonPlace, patterns: readonly RegExp[]): number {
  const names = at.filter((each) => typeof each === 'string').map((each) => spacedWords(each));
  const last = names.at(-1) ?? '';
  const own = patterns.findIndex((pattern) => pattern.test(last));
  if (own >= 0) return 2 * (patterns.length - own) + 1;
  const around = patterns.findIndex((pattern) => names.some((each) => pattern.test(each)));
  return around < 0 ? 0 : patterns.length - around;
}

/** Those first whose names fit best. */
export function byFit<T extends { readonly at: JsonPlace }>(
  all: readonly T[],
  patterns: readonly RegExp[],
): T[] {
  return all.toSorted((a, b) => fit(b.at, patterns) - fit(a.at, patterns));
}

/** `jogDurationMs` and `jog_duration_ms` are `jog duration ms`. */
export function spacedWords(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z\d]+/g, ' ')
    .toLowerCase();
}
