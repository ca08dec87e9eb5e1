// Takes the secrets out of a value of JSON: its texts, its names, numbers that are the characters of one, and texts
// that are one only side by side.
import { PIECE } from './grams.js';
const DEEPEST = 100;
/** Copies only what changes: most values hold no secret and are shared with the original. */
export function redactValue(value, book, change) {
    const split = splitSecrets(value, book);
    let leaf = 0;
    const leafOf = (text) => split?.get(leaf++) ?? change(text);
    return mapped(value, { leaf: leafOf, name: change, numbers: (list) => numbersAlias(list, book) }, 0);
}
function mapped(value, changes, depth) {
    if (typeof value === 'string')
        return changes.leaf(value);
    if (typeof value !== 'object' || value === null)
        return value;
    if (depth >= DEEPEST)
        return '…';
    if (Array.isArray(value))
        return mappedList(value, changes, depth + 1);
    let copy;
    let at = 0;
    // Every record passes by here whole, and nearly all of them unchanged: nothing is made for those.
    for (const key in value) {
        const item = value[key];
        const name = changes.name(key);
        const inner = mapped(item, changes, depth + 1);
        if (!copy && (name !== key || inner !== item))
            copy = Object.entries(value).slice(0, at);
        copy?.push([name, inner]);
        at++;
    }
    return copy ? Object.fromEntries(copy) : value;
}
function mappedList(list, changes, depth) {
    const alias = changes.numbers(list);
    if (alias !== undefined)
        return [alias];
    let copy;
    let at = 0;
    for (const item of list) {
        const inner = mapped(item, changes, depth);
        if (!copy && inner !== item)
            copy = list.slice(0, at);
        copy?.push(inner);
        at++;
    }
    return copy ?? list;
}
function numbersAlias(list, book) {
    if (list.length < PIECE || typeof list[0] !== 'number')
        return undefined;
    const codes = list.filter((each) => typeof each === 'number' && each >= 0 && each <= 0xffff);
    return book.find(codes.map((code) => String.fromCharCode(code)).join(''), 'value')[0]?.alias;
}
/** Aliases for texts, by their place among all, that are too short to be told, and together are a piece of a secret. */
function splitSecrets(value, book) {
    if (typeof value !== 'object' || value === null)
        return undefined;
    const found = new Map();
    let row = [];
    let count = 0;
    const end = () => {
        if (row.length > 1)
            joinedIn(row, count - row.length, book, found);
        row = [];
    };
    const walk = (inner, depth) => {
        if (typeof inner === 'string') {
            if (inner.length >= PIECE)
                end();
            else
                row.push(inner);
            count++;
        }
        else if (typeof inner === 'object' && inner !== null && depth < DEEPEST) {
            for (const key in inner)
                walk(inner[key], depth + 1);
        }
    };
    walk(value, 0);
    end();
    return found.size > 0 ? found : undefined;
}
/** In their order, and in the reverse of it. */
function joinedIn(row, first, book, found) {
    const places = row.map((_, at) => at);
    for (const order of [places, places.toReversed()]) {
        const text = order.map((at) => row[at] ?? '').join('');
        if (text.length < PIECE)
            return;
        for (const { from, to, alias } of book.find(text, 'value')) {
            let start = 0;
            for (const at of order) {
                const length = row[at]?.length ?? 0;
                if (start < to && start + length > from)
                    found.set(first + at, alias);
                start += length;
            }
        }
    }
}
