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

interface Keyword {
  /** What is wrong with the argument; undefined when it will do. Default: any will do. */
  check?(argument: unknown): string | undefined;
  /** Matchers inside the argument, with their paths. */
  inner?(argument: unknown): [Path, unknown][];
  /** Whether the value is as it says; or, of keywords that look into the value, where it is not. */
  match(argument: unknown, actual: unknown, path: string): boolean | readonly MatcherMismatch[];
  describe(argument: unknown): string;
}

function mismatch(path: string, expected: string, actual: unknown): MatcherMismatch {
  return { path, expected, actual: show(actual) };
}

function join(path: string, part: string | number): string {
  return path === '' ? String(part) : `${path}.${part}`;
}

function fits(matcher: unknown, actual: unknown): boolean {
  return match(matcher, actual).length === 0;
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

function isReference(argument: unknown): boolean {
  return typeof argument === 'string' && wholeReference(argument) !== undefined;
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: isObject,
  null: (value) => value === null,
};

function bound(words: string, holds: (actual: number, limit: number) => boolean): Keyword {
  return {
    check: (argument) =>
      toNumber(argument) !== undefined || isReference(argument)
        ? undefined
        : 'expected a number, a duration or a reference',
    match: (argument, actual) => {
      const [limit, given] = [toNumber(argument), toNumber(actual)];
      return limit !== undefined && given !== undefined && holds(given, limit);
    },
    describe: (argument) => `${words} ${show(argument)}`,
  };
}

/** Numbers, durations, and numbers as headers have them. */
function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  return /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : parseDuration(value);
}

const not: Keyword = {
  inner: whole,
  match: (argument, actual, path) => {
    if (!fits(argument, actual)) return true;
    // Of a list that has what it must not have, that element.
    const [only, ...others] = wanted(isObject(argument) ? argument['contains'] : []);
    const at =
      only === undefined || others.length > 0 ? -1 : listOf(actual).findIndex((each) => fits(only, each));
    return at >= 0 && [mismatch(join(path, at), not.describe(only), listOf(actual)[at])];
  },
  describe: (argument) => `not ${matcherWords(argument)}`,
};

const KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>(
  Object.entries<Keyword>({
    // About single values: their type, size, form and presence.
    type: {
      check: (argument) =>
        typeof argument === 'string' && Object.hasOwn(TYPES, argument)
          ? undefined
          : `expected one of ${Object.keys(TYPES).join(', ')}, not ${show(argument)}`,
      match: (argument, actual) => TYPES[String(argument)]?.(actual) ?? false,
      describe: (argument) => `${/^[aeiou]/.test(String(argument)) ? 'an' : 'a'} ${String(argument)}`,
    },
    oneOf: {
      check: (argument) =>
        listOf(argument).length > 0 || isReference(argument)
          ? undefined
          : 'expected a list of alternatives, or a reference to one',
      inner: elements,
      match: (argument, actual) => listOf(argument).some((one) => fits(one, actual)),
      describe: (argument) => `one of ${listOf(argument).map(matcherWords).join(', ')}`,
    },
    atLeast: bound('at least', (actual, limit) => actual >= limit),
    atMost: bound('at most', (actual, limit) => actual <= limit),
    above: bound('above', (actual, limit) => actual > limit),
    below: bound('below', (actual, limit) => actual < limit),
    matches: {
      check: (argument) => {
        if (typeof argument !== 'string') return 'expected a regular expression as text';
        if (referencesIn(argument).length > 0) return 'a regular expression cannot hold references';
        const pattern = compilePattern(argument);
        return pattern.ok ? undefined : pattern.message;
      },
      match: (argument, actual) => {
        const pattern = compilePattern(String(argument));
        return typeof actual === 'string' && pattern.ok && pattern.value.test(actual);
      },
      describe: (argument) => `a text that matches /${String(argument)}/`,
    },
    absent: {
      check: (argument) => (typeof argument === 'boolean' ? undefined : 'expected true or false'),
      match: (argument, actual) => (actual === undefined) === argument,
      describe: (argument) => (argument === true ? 'nothing' : 'anything at all'),
    },
    not,
    fields: {
      check: (argument) => (isObject(argument) ? undefined : 'expected an object'),
      inner: entries,
      match: (argument, actual, path) => !isObject(argument) || matchFields(argument, actual, path),
      describe: show,
    },
    equals: { match: sameValue, describe: (argument) => `exactly ${show(argument)}` },
    // About lists and their elements.
    each: {
      inner: whole,
      match: (argument, actual, path) =>
        Array.isArray(actual) && actual.flatMap((element, at) => match(argument, element, join(path, at))),
      describe: (argument) => `a list, each of which is ${matcherWords(argument)}`,
    },
    contains: {
      inner: (argument) => (Array.isArray(argument) ? elements(argument) : whole(argument)),
      match: (argument, actual) =>
        wanted(argument).every((one) => listOf(actual).some((element) => fits(one, element))),
      describe: (argument) => `a list with ${wanted(argument).map(matcherWords).join(' and ')} in it`,
    },
    count: {
      check: (argument) =>
        isObject(argument) && Object.keys(argument).toSorted().join() === 'is,of'
          ? undefined
          : 'expected { of: matcher, is: matcher of the number }',
      inner: entries,
      match: (argument, actual) => {
        const { of, is } = isObject(argument) ? argument : {};
        return Array.isArray(actual) && fits(is, actual.filter((element) => fits(of, element)).length);
      },
      describe: (argument) => {
        const { of, is } = isObject(argument) ? argument : {};
        return `${matcherWords(of)} occurring ${matcherWords(is)} times`;
      },
    },
    length: {
      inner: whole,
      match: (argument, actual) =>
        (Array.isArray(actual) || typeof actual === 'string') && fits(argument, actual.length),
      describe: (argument) => `of length ${matcherWords(argument)}`,
    },
  }),
);
const KEYWORD_NAMES: readonly string[] = [...KEYWORDS.keys()];

function wanted(argument: unknown): readonly unknown[] {
  return Array.isArray(argument) ? argument : [argument];
}

/** What is wrong with a matcher that somebody wrote. */
interface MatcherProblem {
  readonly path: Path;
  readonly message: string;
  readonly hint?: string;
}

// What an expectation says of a value: a literal matches itself, a list its elements one by one, an object the fields
// that it names; an object whose keys are all keywords says something else.

/** Where `actual` is not what the matcher says; references must be resolved before. */
export function match(matcher: unknown, actual: unknown, path = ''): readonly MatcherMismatch[] {
  if (isObject(matcher)) {
    const keywords = keywordsOf(matcher);
    if (!keywords) return matchFields(matcher, actual, path);
    return keywords.flatMap(([keyword, argument]) => {
      const found = keyword.match(argument, actual, path);
      if (typeof found !== 'boolean') return found;
      return found ? [] : [mismatch(path, keyword.describe(argument), actual)];
    });
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
    if (keywords) return keywords.map(([keyword, argument]) => keyword.describe(argument)).join(' and ');
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
    const own = keyword?.check?.(argument);
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
