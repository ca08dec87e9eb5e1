// Matchers: what a value must be like, as scenarios write it, and in what a value differs from it.
import type { Path } from '../../document/yaml-document.js';
import { isObject } from '../../kernel/json.js';
import { show } from './language/show.js';
import { contrastOf } from '../../kernel/contrast.js';
import { parseDuration } from '../../kernel/duration.js';
import { compilePattern } from '../../pattern/pattern.js';
import { referencesIn, wholeReference } from './language/reference.js';
import { closest } from '../../kernel/did-you-mean.js';

export interface MatcherMismatch {
  /** Where in the matched value, as in `command.status`; empty for the value itself. */
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
}

/** Matching and describing as a whole, for keywords that have matchers in their argument. */
interface Matching {
  match(matcher: unknown, actual: unknown, path?: string): readonly MatcherMismatch[];
  matchFields(fields: Record<string, unknown>, actual: unknown, path: string): readonly MatcherMismatch[];
  describe(matcher: unknown): string;
}

interface Keyword {
  /** What is wrong with the argument; undefined when it will do. */
  check(argument: unknown): string | undefined;
  /** Matchers inside the argument, with their paths. */
  inner?(argument: unknown): [Path, unknown][];
  match(argument: unknown, actual: unknown, path: string, by: Matching): readonly MatcherMismatch[];
  describe(argument: unknown, by: Matching): string;
}

function mismatch(path: string, expected: string, actual: unknown): MatcherMismatch {
  return { path, expected, actual: show(actual) };
}

function join(path: string, part: string | number): string {
  return path === '' ? String(part) : `${path}.${part}`;
}

/** A list's elements; nothing for what is no list. */
function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Deep equality of JSON values; the order of an object's fields does not count. */
function sameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((one, at) => sameValue(one, b[at]));
  if (!isObject(a) || !isObject(b)) return Object.is(a, b);
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => sameValue(a[key], b[key]));
}

/** The argument of a keyword that takes one matcher. */
function whole(argument: unknown): [Path, unknown][] {
  return [[[], argument]];
}

/** The argument of a keyword that takes a list of matchers. */
function elements(argument: unknown): [Path, unknown][] {
  return listOf(argument).map((element, at) => [[at], element]);
}

/** The argument of a keyword that takes matchers by name. */
function entries(argument: unknown): [Path, unknown][] {
  return isObject(argument) ? Object.entries(argument).map(([key, value]) => [[key], value]) : [];
}

// Keywords about single values: their type, size, form and presence.

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: isObject,
  null: (value) => value === null,
};

const type: Keyword = {
  check: (argument) =>
    typeof argument === 'string' && Object.hasOwn(TYPES, argument)
      ? undefined
      : `expected one of ${Object.keys(TYPES).join(', ')}, not ${show(argument)}`,
  match: (argument, actual, path, by) =>
    TYPES[String(argument)]?.(actual) ? [] : [mismatch(path, type.describe(argument, by), actual)],
  describe: (argument) => `${/^[aeiou]/.test(String(argument)) ? 'an' : 'a'} ${String(argument)}`,
};

const oneOf: Keyword = {
  check: (argument) =>
    listOf(argument).length > 0 || (typeof argument === 'string' && wholeReference(argument))
      ? undefined
      : 'expected a list of alternatives, or a reference to one',
  inner: elements,
  match: (argument, actual, path, by) =>
    listOf(argument).some((one) => by.match(one, actual).length === 0)
      ? []
      : [mismatch(path, oneOf.describe(argument, by), actual)],
  describe: (argument, by) => `one of ${listOf(argument).map(by.describe).join(', ')}`,
};

function bound(words: string, holds: (actual: number, limit: number) => boolean): Keyword {
  const keyword: Keyword = {
    check: (argument) =>
      toNumber(argument) !== undefined || (typeof argument === 'string' && wholeReference(argument))
        ? undefined
        : 'expected a number, a duration or a reference',
    match: (argument, actual, path, by) => {
      const limit = toNumber(argument);
      const given = toNumber(actual);
      if (limit !== undefined && given !== undefined && holds(given, limit)) return [];
      return [mismatch(path, keyword.describe(argument, by), actual)];
    },
    describe: (argument) => `${words} ${show(argument)}`,
  };
  return keyword;
}

const matches: Keyword = {
  check: (argument) => {
    if (typeof argument !== 'string') return 'expected a regular expression as text';
    if (referencesIn(argument).length > 0) return 'a regular expression cannot hold references';
    const pattern = compilePattern(argument);
    return pattern.ok ? undefined : pattern.message;
  },
  match: (argument, actual, path, by) => {
    const pattern = compilePattern(String(argument));
    return typeof actual === 'string' && pattern.ok && pattern.value.test(actual)
      ? []
      : [mismatch(path, matches.describe(argument, by), actual)];
  },
  describe: (argument) => `a text that matches /${String(argument)}/`,
};

const absent: Keyword = {
  check: (argument) => (typeof argument === 'boolean' ? undefined : 'expected true or false'),
  match: (argument, actual, path, by) =>
    (actual === undefined) === argument ? [] : [mismatch(path, absent.describe(argument, by), actual)],
  describe: (argument) => (argument === true ? 'nothing' : 'anything at all'),
};

const not: Keyword = {
  check: () => undefined,
  inner: whole,
  match: (argument, actual, path, by) => {
    if (by.match(argument, actual).length > 0) return [];
    // Of a list that has what it must not have, that element.
    const [only, ...others] = wanted(isObject(argument) ? argument['contains'] : []);
    const at =
      only === undefined || others.length > 0
        ? -1
        : listOf(actual).findIndex((each) => by.match(only, each).length === 0);
    return at < 0
      ? [mismatch(path, not.describe(argument, by), actual)]
      : [mismatch(join(path, at), not.describe(only, by), listOf(actual)[at])];
  },
  describe: (argument, by) => `not ${by.describe(argument)}`,
};

const fields: Keyword = {
  check: (argument) => (isObject(argument) ? undefined : 'expected an object'),
  inner: entries,
  match: (argument, actual, path, by) => (isObject(argument) ? by.matchFields(argument, actual, path) : []),
  describe: (argument) => show(argument),
};

const equals: Keyword = {
  check: () => undefined,
  match: (argument, actual, path, by) =>
    sameValue(argument, actual) ? [] : [mismatch(path, equals.describe(argument, by), actual)],
  describe: (argument) => `exactly ${show(argument)}`,
};

const SCALAR_KEYWORDS: Readonly<Record<string, Keyword>> = {
  type,
  oneOf,
  atLeast: bound('at least', (actual, limit) => actual >= limit),
  atMost: bound('at most', (actual, limit) => actual <= limit),
  above: bound('above', (actual, limit) => actual > limit),
  below: bound('below', (actual, limit) => actual < limit),
  matches,
  absent,
  not,
  fields,
  equals,
};

/** Numbers, durations, and numbers as headers have them. */
function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  return /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : parseDuration(value);
}

// Matchers: what an expectation says of a value. A literal matches itself, a list its elements one by one,
// an object the fields that it names; an object whose keys are all keywords says something else.

// Keywords about lists and their elements.

const each: Keyword = {
  check: () => undefined,
  inner: whole,
  match: (argument, actual, path, by) =>
    Array.isArray(actual)
      ? actual.flatMap((element, at) => by.match(argument, element, join(path, at)))
      : [mismatch(path, each.describe(argument, by), actual)],
  describe: (argument, by) => `a list, each of which is ${by.describe(argument)}`,
};

const contains: Keyword = {
  check: () => undefined,
  inner: (argument) => (Array.isArray(argument) ? elements(argument) : whole(argument)),
  match: (argument, actual, path, by) => {
    const missing = wanted(argument).filter(
      (one) => !listOf(actual).some((element) => by.match(one, element).length === 0),
    );
    return missing.length === 0 ? [] : [mismatch(path, contains.describe(argument, by), actual)];
  },
  describe: (argument, by) => `a list with ${wanted(argument).map(by.describe).join(' and ')} in it`,
};

const count: Keyword = {
  check: (argument) =>
    isObject(argument) && Object.keys(argument).toSorted().join() === 'is,of'
      ? undefined
      : 'expected { of: matcher, is: matcher of the number }',
  inner: entries,
  match: (argument, actual, path, by) => {
    const { of, is } = isObject(argument) ? argument : {};
    const found = listOf(actual).filter((element) => by.match(of, element).length === 0).length;
    const fits = Array.isArray(actual) && by.match(is, found).length === 0;
    return fits ? [] : [mismatch(path, count.describe(argument, by), actual)];
  },
  describe: (argument, by) => {
    const { of, is } = isObject(argument) ? argument : {};
    return `${by.describe(of)} occurring ${by.describe(is)} times`;
  },
};

const length: Keyword = {
  check: () => undefined,
  inner: whole,
  match: (argument, actual, path, by) =>
    (Array.isArray(actual) || typeof actual === 'string') && by.match(argument, actual.length).length === 0
      ? []
      : [mismatch(path, length.describe(argument, by), actual)],
  describe: (argument, by) => `of length ${by.describe(argument)}`,
};

const LIST_KEYWORDS: Readonly<Record<string, Keyword>> = { each, contains, count, length };

function wanted(argument: unknown): readonly unknown[] {
  return Array.isArray(argument) ? argument : [argument];
}

/** What is wrong with a matcher that somebody wrote. */
interface MatcherProblem {
  readonly path: Path;
  readonly message: string;
  readonly hint?: string;
}

const KEYWORDS: ReadonlyMap<string, Keyword> = new Map(
  Object.entries({ ...SCALAR_KEYWORDS, ...LIST_KEYWORDS }),
);
const KEYWORD_NAMES: readonly string[] = [...KEYWORDS.keys()];

/** Where `actual` is not what the matcher says; references must be resolved before. */
export function match(matcher: unknown, actual: unknown, path = ''): readonly MatcherMismatch[] {
  if (isObject(matcher)) {
    const keywords = keywordsOf(matcher);
    if (!keywords) return matchFields(matcher, actual, path);
    return keywords.flatMap(([keyword, argument]) => keyword.match(argument, actual, path, MATCHING));
  }
  if (Array.isArray(matcher)) {
    if (!Array.isArray(actual) || actual.length !== matcher.length)
      return [mismatch(path, matcherWords(matcher), actual)];
    return matcher.flatMap((inner, at) => match(inner, actual[at], join(path, at)));
  }
  if (Object.is(matcher, actual)) return [];
  const areTexts = typeof matcher === 'string' && typeof actual === 'string';
  const contrast = areTexts ? contrastOf(matcher, actual) : undefined;
  const [expected, got] = contrast ?? [show(matcher), show(actual)];
  return [{ path, expected, actual: got }];
}

/** The matcher in words: `{ code: RATE_LIMITED, retryAfterSeconds: at least 0 }`. */
export function matcherWords(matcher: unknown): string {
  if (isObject(matcher)) {
    const keywords = keywordsOf(matcher);
    if (keywords)
      return keywords.map(([keyword, argument]) => keyword.describe(argument, MATCHING)).join(' and ');
    const inWords = Object.entries(matcher).map(([key, inner]) => `${key}: ${matcherWords(inner)}`);
    return inWords.length === 0 ? 'an object' : `{ ${inWords.join(', ')} }`;
  }
  if (Array.isArray(matcher)) return `[${matcher.map((inner) => matcherWords(inner)).join(', ')}]`;
  return show(matcher);
}

/** Everything that is wrong with a matcher as written; references may stand anywhere in it. */
export function checkMatcher(matcher: unknown, path: Path = []): readonly MatcherProblem[] {
  if (Array.isArray(matcher)) return matcher.flatMap((inner, at) => checkMatcher(inner, [...path, at]));
  if (!isObject(matcher)) return [];
  if (!keywordsOf(matcher))
    return Object.entries(matcher).flatMap(([key, inner]) => [
      ...mixed(matcher, key, path),
      ...checkMatcher(inner, [...path, key]),
    ]);
  return Object.entries(matcher).flatMap(([key, argument]) => {
    const keyword = KEYWORDS.get(key);
    const own = keyword?.check(argument);
    if (own !== undefined) {
      const hint = `To match a field of this name, write { fields: { ${key}: … } }.`;
      return [{ path: [...path, key], message: `${key}: ${own}`, hint }];
    }
    return (
      keyword?.inner?.(argument).flatMap(([at, inner]) => checkMatcher(inner, [...path, key, ...at])) ?? []
    );
  });
}

/** A keyword beside a name that is nearly one is a slip of the pen: `{ atLeast: 1, atMots: 3 }`. */
function mixed(matcher: Record<string, unknown>, key: string, path: Path): readonly MatcherProblem[] {
  const near = KEYWORDS.has(key) ? undefined : closest(key, KEYWORD_NAMES);
  if (near === undefined || !Object.keys(matcher).some((other) => KEYWORDS.has(other))) return [];
  return [{ path: [...path, key], message: `unknown matcher "${key}"`, hint: `Did you mean "${near}"?` }];
}

/** Each field that the matcher names must match; other fields are ignored. */
function matchFields(
  wantedFields: Record<string, unknown>,
  actual: unknown,
  path: string,
): readonly MatcherMismatch[] {
  if (!isObject(actual)) return [mismatch(path, matcherWords(wantedFields), actual)];
  return Object.entries(wantedFields).flatMap(([key, inner]) => match(inner, actual[key], join(path, key)));
}

/** The keywords of an object that has nothing but keywords. */
function keywordsOf(value: Record<string, unknown>): readonly [Keyword, unknown][] | undefined {
  const found: [Keyword, unknown][] = [];
  for (const [key, argument] of Object.entries(value)) {
    const keyword = KEYWORDS.get(key);
    if (!keyword) return undefined;
    found.push([keyword, argument]);
  }
  return found.length > 0 ? found : undefined;
}

const MATCHING: Matching = { match, matchFields, describe: matcherWords };
