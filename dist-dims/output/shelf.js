// The secrets of one generation, by their pieces and as wholes.
import { createGramIndex, fold, PIECE } from './grams.js';
import { unescaped } from './views.js';
/** The latest so many of those that come and go are known, up to twice as many. */
const GENERATION = 4096;
/** Pieces of them; and of one, its beginning. A target can issue tokens of megabytes. */
const MOST_PIECES = 1_000_000;
const LONGEST = 2048;
/** Longer ones fit into no header. */
const LONGEST_WHOLE = 65_536;
const MOST_TEXT = 8_000_000;
/** In the place of an alias: a secret begins so, and its pieces may be shown. */
export const WHOLE_ONLY = '';
export function createShelf(isOurs) {
    return {
        isOurs,
        grams: createGramIndex(),
        wholes: new Map(),
        starts: new Set(),
        shorts: new Map(),
        rests: new Map(),
        size: 0,
        text: 0,
    };
}
export const isFull = ({ size, grams, text }) => size >= GENERATION || grams.size >= MOST_PIECES || text >= MOST_TEXT;
export function put(shelf, secret, alias, wholeOnly) {
    const value = secret.slice(0, LONGEST);
    if (secret.length > LONGEST)
        shelf.rests.set(fold(value), fold(secret.slice(LONGEST, LONGEST_WHOLE)));
    shelf.size++;
    shelf.text += Math.min(secret.length, LONGEST_WHOLE);
    if (value.length < PIECE) {
        shelf.shorts.set(alias, [...(shelf.shorts.get(alias) ?? []), ...formsOf(value)]);
        return;
    }
    // Its other readings, too: a text is searched with its escapes undone, and the secret may look like one.
    for (const form of new Set([value, unescaped(value)?.text ?? value, bytesOf(value)])) {
        if (form.length < PIECE)
            continue;
        const folded = fold(form);
        const start = folded.slice(0, PIECE);
        if (wholeOnly) {
            if (!shelf.grams.has(start))
                shelf.grams.add(start, WHOLE_ONLY);
        }
        else {
            shelf.grams.add(form, alias);
            shelf.grams.add(Array.from(form).toReversed().join(''), alias);
        }
        shelf.starts.add(start);
        const same = shelf.wholes.get(folded.length) ?? new Map();
        same.set(folded, alias);
        shelf.wholes.set(folded.length, same);
    }
}
/** UTF-8 as one character for each byte: what a decoder of base64, hex or URLs makes of it. */
function bytesOf(value) {
    return String.fromCharCode(...new TextEncoder().encode(value));
}
/** How a short secret looks inside JSON text and inside a URL. */
function formsOf(value) {
    const wellFormed = value.toWellFormed();
    return [...new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(wellFormed)])];
}
/** The longest one: a secret may begin with another one. */
export function wholeAt(text, at, { wholes, rests }) {
    let best;
    for (const [length, same] of wholes) {
        const alias = length > (best ? best.to - at : 0) ? same.get(fold(text.slice(at, at + length))) : undefined;
        if (alias !== undefined)
            best = { from: at, to: at + length, alias, isWhole: true };
    }
    if (best?.to !== at + LONGEST)
        return best;
    const rest = rests.get(fold(text.slice(at, best.to))) ?? '';
    return { ...best, to: best.to + commonLength(fold(text.slice(best.to, best.to + rest.length)), rest) };
}
function commonLength(one, other) {
    let length = 0;
    while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length))
        length++;
    return length;
}
