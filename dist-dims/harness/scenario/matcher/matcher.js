import { closest } from '../../../kernel/closest.js';
import { isObject } from '../../../kernel/json.js';
import { show } from '../language/show.js';
import { join, mismatch } from './keyword.js';
import { LIST_KEYWORDS } from './list-keywords.js';
import { SCALAR_KEYWORDS } from './scalar-keywords.js';
const KEYWORDS = new Map(Object.entries({ ...SCALAR_KEYWORDS, ...LIST_KEYWORDS }));
const KEYWORD_NAMES = [...KEYWORDS.keys()];
/** Where `actual` is not what the matcher says; references must be resolved before. */
export function match(matcher, actual, path = '') {
    if (isObject(matcher)) {
        const keywords = keywordsOf(matcher);
        if (!keywords)
            return matchFields(matcher, actual, path);
        return keywords.flatMap(([keyword, argument]) => keyword.match(argument, actual, path, MATCHING));
    }
    if (Array.isArray(matcher)) {
        if (!Array.isArray(actual) || actual.length !== matcher.length)
            return [mismatch(path, describe(matcher), actual)];
        return matcher.flatMap((inner, at) => match(inner, actual[at], join(path, at)));
    }
    return Object.is(matcher, actual) ? [] : [mismatch(path, show(matcher), actual)];
}
/** The matcher in words: `{ code: RATE_LIMITED, retryAfterSeconds: at least 0 }`. */
export function describe(matcher) {
    if (isObject(matcher)) {
        const keywords = keywordsOf(matcher);
        if (keywords)
            return keywords.map(([keyword, argument]) => keyword.describe(argument, MATCHING)).join(' and ');
        const fields = Object.entries(matcher).map(([key, inner]) => `${key}: ${describe(inner)}`);
        return fields.length === 0 ? 'an object' : `{ ${fields.join(', ')} }`;
    }
    if (Array.isArray(matcher))
        return `[${matcher.map((inner) => describe(inner)).join(', ')}]`;
    return show(matcher);
}
/** Everything that is wrong with a matcher as written; references may stand anywhere in it. */
export function checkMatcher(matcher, path = []) {
    if (Array.isArray(matcher))
        return matcher.flatMap((inner, at) => checkMatcher(inner, [...path, at]));
    if (!isObject(matcher))
        return [];
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
        return (keyword?.inner?.(argument).flatMap(([at, inner]) => checkMatcher(inner, [...path, key, ...at])) ?? []);
    });
}
/** A keyword beside a name that is nearly one is a slip of the pen: `{ atLeast: 1, atMots: 3 }`. */
function mixed(matcher, key, path) {
    const near = KEYWORDS.has(key) ? undefined : closest(key, KEYWORD_NAMES);
    if (near === undefined || !Object.keys(matcher).some((other) => KEYWORDS.has(other)))
        return [];
    return [{ path: [...path, key], message: `unknown matcher "${key}"`, hint: `Did you mean "${near}"?` }];
}
/** Each field that the matcher names must match; other fields are ignored. */
function matchFields(fields, actual, path) {
    if (!isObject(actual))
        return [mismatch(path, describe(fields), actual)];
    return Object.entries(fields).flatMap(([key, inner]) => match(inner, actual[key], join(path, key)));
}
/** The keywords of an object that has nothing but keywords. */
function keywordsOf(value) {
    const found = [];
    for (const [key, argument] of Object.entries(value)) {
        const keyword = KEYWORDS.get(key);
        if (!keyword)
            return undefined;
        found.push([keyword, argument]);
    }
    return found.length > 0 ? found : undefined;
}
const MATCHING = { match, matchFields, describe };
