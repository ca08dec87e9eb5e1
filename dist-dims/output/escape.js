// Text from somebody else, shown so that it does nothing to a terminal, a log or a reader's eyes: what is no plain
// character is written as `\x1b`.
/**
 * Controls (C0, DEL, C1), format characters (bidirectional marks, zero-width ones), line and paragraph separators,
 * halves of surrogate pairs, characters that nobody sees, and what XML forbids.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\ufffe\uffff]/gu;
const PLAIN = /^[ -~]*$/;
const PLAIN_LINES = /^[\n\t -~]*$/;
/** On one line: line breaks are escaped, too. */
export function escaped(text) {
    return PLAIN.test(text) ? text : text.replace(UNSAFE, escapeOf);
}
/** Line breaks and tabs stay: they are the caller's own. */
export function escapedLines(text, escape = escapeOf) {
    if (PLAIN_LINES.test(text))
        return text;
    return text.replace(UNSAFE, (character) => character === '\n' || character === '\t' ? character : escape(character));
}
/** `\x1b`, `\u202e`, `\u{e0041}`. */
export function escapeOf(character) {
    const code = character.codePointAt(0) ?? 0;
    const hex = code.toString(16);
    if (code > 0xffff)
        return `\\u{${hex}}`;
    return code > 0xff ? `\\u${hex.padStart(4, '0')}` : `\\x${hex.padStart(2, '0')}`;
}
/** As JSON writes it, in two parts beyond the basic plane: a parser gives the same text back. */
export function jsonEscapeOf(character) {
    return Array.from({ length: character.length }, (_, at) => {
        return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
    }).join('');
}
