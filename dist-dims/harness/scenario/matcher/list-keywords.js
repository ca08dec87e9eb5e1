// Keywords about lists and their elements.
import { isObject } from '../../../kernel/json.js';
import { elements, entries, join, listOf, mismatch, whole } from './keyword.js';
const each = {
    check: () => undefined,
    inner: whole,
    match: (argument, actual, path, by) => Array.isArray(actual)
        ? actual.flatMap((element, at) => by.match(argument, element, join(path, at)))
        : [mismatch(path, each.describe(argument, by), actual)],
    describe: (argument, by) => `a list, each of which is ${by.describe(argument)}`,
};
const contains = {
    check: () => undefined,
    inner: (argument) => (Array.isArray(argument) ? elements(argument) : whole(argument)),
    match: (argument, actual, path, by) => {
        const missing = wanted(argument).filter((one) => !listOf(actual).some((element) => by.match(one, element).length === 0));
        return missing.length === 0 ? [] : [mismatch(path, contains.describe(argument, by), actual)];
    },
    describe: (argument, by) => `a list with ${wanted(argument).map(by.describe).join(' and ')} in it`,
};
const count = {
    check: (argument) => isObject(argument) && Object.keys(argument).toSorted().join() === 'is,of'
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
const length = {
    check: () => undefined,
    inner: whole,
    match: (argument, actual, path, by) => (Array.isArray(actual) || typeof actual === 'string') && by.match(argument, actual.length).length === 0
        ? []
        : [mismatch(path, length.describe(argument, by), actual)],
    describe: (argument, by) => `of length ${by.describe(argument)}`,
};
export const LIST_KEYWORDS = { each, contains, count, length };
function wanted(argument) {
    return Array.isArray(argument) ? argument : [argument];
}
