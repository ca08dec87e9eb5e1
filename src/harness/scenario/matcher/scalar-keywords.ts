// Keywords about single values: their type, size, form and presence.
import { parseDuration } from '../../../kernel/duration.js';
import { isObject } from '../../../kernel/json.js';
import { compilePattern } from '../../../pattern/pattern.js';
import { referencesIn, wholeReference } from '../language/reference.js';
import { show } from '../language/show.js';
import { elements, entries, type Keyword, listOf, mismatch, sameValue, whole } from './keyword.js';

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
  match: (argument, actual, path, by) =>
    by.match(argument, actual).length > 0 ? [] : [mismatch(path, not.describe(argument, by), actual)],
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

export const SCALAR_KEYWORDS: Readonly<Record<string, Keyword>> = {
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
