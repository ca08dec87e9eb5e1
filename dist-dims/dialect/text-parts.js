import { bodyOf, INTEGER, literally, NUMERAL } from './text-schema.js';
/** Whether texts can be taken apart in one way only. */
export function areKeptApart({ texts, codecs }) {
    const letters = codecs.map(lettersOf);
    // Up to some gap each value ends where the text after it begins; from there on each begins where the text before
    // it ends. So nothing is left to choose.
    const gaps = codecs.slice(1).map((_, at) => at + 1);
    const endsThere = gaps.map((at) => lacks(letters[at - 1], letters[at], texts[at]?.[0]));
    const beginsThere = gaps.map((at) => lacks(letters[at], letters[at - 1], texts[at]?.at(-1)));
    return [...gaps, gaps.length].some((_, turn) => endsThere.slice(0, turn).every(Boolean) && beginsThere.slice(turn).every(Boolean));
}
/** True when the value never has the letter that stands beside it, or without one, no letter of the other value. */
function lacks(one, other, letter) {
    if (!one)
        return false;
    if (letter !== undefined)
        return !one.has(letter);
    return other !== undefined && [...other].every((each) => !one.has(each));
}
const DIGITS = '0123456789';
function lettersOf(codec) {
    const schema = codec.describe();
    if (codec.letters !== undefined)
        return new Set(codec.letters);
    if (Array.isArray(schema['enum']))
        return new Set(schema['enum'].map(String).join(''));
    if (schema['contentEncoding'] === 'base16')
        return new Set(`${DIGITS}abcdefABCDEF :`);
    const body = bodyOf(schema);
    if (body === ANY_INTEGER)
        return new Set(`-${DIGITS}`);
    return body === ANY_NUMERAL ? new Set(`-+.eE${DIGITS}`) : undefined;
}
const ANY_INTEGER = bodyOf({ pattern: INTEGER });
const ANY_NUMERAL = bodyOf({ pattern: NUMERAL });
/** Gives the text of each value, or undefined for other texts. */
export function splitter({ texts, codecs }) {
    const source = codecs.map((codec, at) => `${literally(texts[at] ?? '')}(${bodyOf(codec.describe())})`);
    const pattern = new RegExp(`^${source.join('')}${literally(texts.at(-1) ?? '')}$`, 'u');
    return (text) => pattern.exec(text)?.slice(1);
}
/** A pattern of all such texts, without the marks of its beginning and end. */
export function patternOf({ texts, codecs }) {
    const source = codecs.map((codec, at) => `${literally(texts[at] ?? '')}${bodyOf(codec.describe())}`);
    return source.join('') + literally(texts.at(-1) ?? '');
}
