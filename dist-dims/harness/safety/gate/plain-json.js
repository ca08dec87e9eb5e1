// JSON that every parser reads in the same way: no key twice, no number or escape in an unusual spelling.
import { isObject } from '../../../kernel/json.js';
import { parseJson } from '../../target/driver/parse-json.js';
/** The value of the text; undefined when two parsers could differ about it. */
export function plainJson(text) {
    const parsed = parseJson(text);
    if (!parsed.ok)
        return undefined;
    const written = JSON.stringify(parsed.value);
    // What is lost on the way there and back, such as the first of two equal keys, makes a difference.
    if (written !== text && written !== withoutSpace(text))
        return undefined;
    return { value: parsed.value };
}
/** White space outside of strings makes no difference. */
function withoutSpace(json) {
    return json.replace(/("(?:[^"\\]|\\.)*")|[ \t\r\n]+/g, (_, text) => text ?? '');
}
/** Whether the values are the same but for the order of keys. */
export function same(one, other) {
    return sorted(one) === sorted(other);
}
function sorted(value) {
    return JSON.stringify(value, (_, each) => isObject(each)
        ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
        : each);
}
