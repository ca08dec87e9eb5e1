// Which stretches of a text stand in one of many secrets: eight characters in a row are enough. The cost of a look
// does not depend on how many secrets there are.
/** So many characters of a secret in a row are a piece that must not be shown. */
export const PIECE = 8;
const BASE = 0x01000193;
/** What a character counts after PIECE steps. */
const GONE = powerOf(BASE, PIECE);
const SPREAD = 0x9e3779b1;
const FIRST_BITS = 14;
const MOST_BITS = 24;
/** The table has at least so many places for each piece: nearly all that is no piece ends there. */
const ROOM = 16;
export function createGramIndex() {
    const notes = new Map();
    let bits = FIRST_BITS;
    let table = new Uint8Array(1 << (bits - 3));
    const mark = (hash) => {
        const place = Math.imul(hash, SPREAD) >>> (32 - bits);
        table[place >>> 3] = (table[place >>> 3] ?? 0) | (1 << (place & 7));
    };
    const grow = () => {
        if (bits >= MOST_BITS || notes.size * ROOM < 1 << bits)
            return;
        bits = Math.min(MOST_BITS, bits + 3);
        table = new Uint8Array(1 << (bits - 3));
        for (const piece of notes.keys())
            mark(hashOf(piece));
    };
    return {
        get size() {
            return notes.size;
        },
        add: (text, note) => {
            const plain = fold(text);
            for (let at = 0; at + PIECE <= plain.length; at++) {
                const piece = plain.slice(at, at + PIECE);
                notes.set(piece, note);
                mark(hashOf(piece));
            }
            grow();
        },
        has: (piece) => notes.has(piece),
        scan: (text, found) => {
            if (notes.size === 0)
                return;
            let hash = 0;
            for (let at = 0; at < text.length; at++) {
                hash = (Math.imul(hash, BASE) + folded(text.charCodeAt(at))) | 0;
                if (at >= PIECE)
                    hash = (hash - Math.imul(folded(text.charCodeAt(at - PIECE)), GONE)) | 0;
                if (at < PIECE - 1)
                    continue;
                const place = Math.imul(hash, SPREAD) >>> (32 - bits);
                if (((table[place >>> 3] ?? 0) & (1 << (place & 7))) === 0)
                    continue;
                const from = at - PIECE + 1;
                const piece = fold(text.slice(from, at + 1));
                const note = notes.get(piece);
                if (note !== undefined)
                    found(from, note, piece);
            }
        },
    };
}
/** Letter case, and full-width forms of letters, make no difference: nobody has to guess them. */
export function fold(text) {
    if (ASCII.test(text))
        return text.toLowerCase();
    let out = '';
    for (let at = 0; at < text.length; at++)
        out += String.fromCharCode(folded(text.charCodeAt(at)));
    return out;
}
// eslint-disable-next-line no-control-regex -- all of ASCII is meant
const ASCII = /^[\0-\x7f]*$/;
function folded(code) {
    const narrow = code >= 0xff01 && code <= 0xff5e ? code - 0xfee0 : code;
    return narrow >= 0x41 && narrow <= 0x5a ? narrow + 0x20 : narrow;
}
function hashOf(piece) {
    let hash = 0;
    for (let at = 0; at < piece.length; at++)
        hash = (Math.imul(hash, BASE) + piece.charCodeAt(at)) | 0;
    return hash;
}
function powerOf(base, times) {
    let power = 1;
    for (let at = 0; at < times; at++)
        power = Math.imul(power, base);
    return power;
}
