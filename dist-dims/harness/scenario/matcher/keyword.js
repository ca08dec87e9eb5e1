import { isObject } from '../../../kernel/json.js';
import { show } from '../language/show.js';
export function mismatch(path, expected, actual) {
    return { path, expected, actual: show(actual) };
}
export function join(path, part) {
    return path === '' ? String(part) : `${path}.${part}`;
}
/** A list's elements; nothing for what is no list. */
export function listOf(value) {
    return Array.isArray(value) ? value : [];
}
/** Deep equality of JSON values; the order of an object's fields does not count. */
export function same(a, b) {
    if (Array.isArray(a))
        return Array.isArray(b) && a.length === b.length && a.every((one, at) => same(one, b[at]));
    if (!isObject(a) || !isObject(b))
        return Object.is(a, b);
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].every((key) => same(a[key], b[key]));
}
/** The argument of a keyword that takes one matcher. */
export function whole(argument) {
    return [[[], argument]];
}
/** The argument of a keyword that takes a list of matchers. */
export function elements(argument) {
    return listOf(argument).map((element, at) => [[at], element]);
}
/** The argument of a keyword that takes matchers by name. */
export function entries(argument) {
    return isObject(argument) ? Object.entries(argument).map(([key, value]) => [[key], value]) : [];
}
