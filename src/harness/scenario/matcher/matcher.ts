// Matchers: what an expectation says of a value. A literal matches itself, a list its elements one by one,
// an object the fields that it names; an object whose keys are all keywords says something else.
import type { Path } from '../../../document/yaml-document.js';
import { closest } from '../../../kernel/closest.js';
import { isObject } from '../../../kernel/json.js';
import { show } from '../language/show.js';
import {
  elements,
  entries,
  join,
  type Keyword,
  listOf,
  type MatcherMismatch,
  type Matching,
  mismatch,
  whole,
} from './keyword.js';
import { SCALAR_KEYWORDS } from './scalar-keywords.js';

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

export type { MatcherMismatch } from './keyword.js';

/** What is wrong with a matcher that somebody wrote. */
export interface MatcherProblem {
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
  return Object.is(matcher, actual) ? [] : [mismatch(path, show(matcher), actual)];
}

/** The matcher in words: `{ code: RATE_LIMITED, retryAfterSeconds: at least 0 }`. */
export function matcherWords(matcher: unknown): string {
  if (isObject(matcher)) {
    const keywords = keywordsOf(matcher);
    if (keywords)
      return keywords.map(([keyword, argument]) => keyword.describe(argument, MATCHING)).join(' and ');
    const fields = Object.entries(matcher).map(([key, inner]) => `${key}: ${matcherWords(inner)}`);
    return fields.length === 0 ? 'an object' : `{ ${fields.join(', ')} }`;
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
  fields: Record<string, unknown>,
  actual: unknown,
  path: string,
): readonly MatcherMismatch[] {
  if (!isObject(actual)) return [mismatch(path, matcherWords(fields), actual)];
  return Object.entries(fields).flatMap(([key, inner]) => match(inner, actual[key], join(path, key)));
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
