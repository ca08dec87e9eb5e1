// Bytes from a target as text. What is not UTF-8 is told with its place, not silently replaced.
import { isUtf8 } from 'node:buffer';
export function readUtf8(bytes) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
    return isUtf8(bytes) ? { text } : { text, invalidAt: firstInvalid(bytes) };
}
/** `a body with a byte at offset 17 that is not UTF-8`. */
export function notUtf8(what, offset) {
    return `${what} with a byte at offset ${offset} that is not UTF-8`;
}
/** The longest beginning that is UTF-8 by itself; halving finds its end. */
function firstInvalid(bytes) {
    let good = 0;
    let bad = bytes.length;
    while (bad - good > 1) {
        const middle = (good + bad) >> 1;
        if (isPrefix(bytes, middle))
            good = middle;
        else
            bad = middle;
    }
    return startOfCharacter(bytes, good);
}
const LONGEST_CHARACTER = 4;
/** Whether the first `length` bytes are UTF-8, up to a character that may go on behind them. */
function isPrefix(bytes, length) {
    for (let cut = 0; cut < LONGEST_CHARACTER && cut <= length; cut++) {
        if (cut > 0 && !isHead(bytes.subarray(length - cut, length)))
            continue;
        if (isUtf8(bytes.subarray(0, length - cut)))
            return true;
    }
    return false;
}
/** Whether these bytes are the beginning of one character that is not complete. */
function isHead(bytes) {
    const [first = 0, ...rest] = bytes;
    const size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1;
    if (first > 0xf4 || size <= bytes.length)
        return false;
    return rest.every((byte) => byte >= 0x80 && byte <= 0xbf) && isSecondRight(first, rest[0]);
}
/** No longer form than needed, no half of a surrogate pair, nothing beyond U+10FFFF. */
function isSecondRight(first, second) {
    if (second === undefined)
        return true;
    if (first === 0xe0)
        return second >= 0xa0;
    if (first === 0xed)
        return second <= 0x9f;
    if (first === 0xf0)
        return second >= 0x90;
    return first !== 0xf4 || second <= 0x8f;
}
/** A character that breaks off begins before the place where that shows. */
function startOfCharacter(bytes, at) {
    for (let back = 1; back < LONGEST_CHARACTER && back <= at; back++)
        if (isHead(bytes.subarray(at - back, at)))
            return at - back;
    return at;
}
