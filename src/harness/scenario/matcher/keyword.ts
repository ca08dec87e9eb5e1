// What a keyword of the matcher language is, and the few helpers that all of them use.
import type { Path } from '../../../document/yaml-document.js';
import { isObject } from '../../../kernel/json.js';
import { show } from '../language/show.js';

export interface MatcherMismatch {
  /** Where in the matched value, as in `command.status`; empty for the value itself. */
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
}

/** Matching and describing as a whole, for keywords that have matchers in their argument. */
export interface Matching {
  match(matcher: unknown, actual: unknown, path?: string): readonly MatcherMismatch[];
  matchFields(fields: Record<string, unknown>, actual: unknown, path: string): readonly MatcherMismatch[];
  describe(matcher: unknown): string;
}

export interface Keyword {
  /** What is wrong with the argument; undefined when it will do. */
  check(argument: unknown): string | undefined;
  /** Matchers inside the argument, with their paths. */
  inner?(argument: unknown): [Path, unknown][];
  match(argument: unknown, actual: unknown, path: string, by: Matching): readonly MatcherMismatch[];
  describe(argument: unknown, by: Matching): string;
}

export function mismatch(path: string, expected: string, actual: unknown): MatcherMismatch {
  return { path, expected, actual: show(actual) };
}

export function join(path: string, part: string | number): string {
  return path === '' ? String(part) : `${path}.${part}`;
}

/** A list's elements; nothing for what is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Deep equality of JSON values; the order of an object's fields does not count. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((one, at) => sameValue(one, b[at]));
  if (!isObject(a) || !isObject(b)) return Object.is(a, b);
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => sameValue(a[key], b[key]));
}

/** The argument of a keyword that takes one matcher. */
export function whole(argument: unknown): [Path, unknown][] {
  return [[[], argument]];
}

/** The argument of a keyword that takes a list of matchers. */
export function elements(argument: unknown): [Path, unknown][] {
  return listOf(argument).map((element, at) => [[at], element]);
}

/** The argument of a keyword that takes matchers by name. */
export function entries(argument: unknown): [Path, unknown][] {
  return isObject(argument) ? Object.entries(argument).map(([key, value]) => [[key], value]) : [];
}
