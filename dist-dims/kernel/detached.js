// A text of its own memory. A part of a text keeps the whole of it in memory for as long as the part is kept.
/** The first `longest` characters of the text, for those who keep them longer than the text that they came in. */
export function detached(text, longest) {
    return text.slice(0, longest).split('').join('');
}
