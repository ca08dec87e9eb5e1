/** No quote, no backslash, no control character, and no half of a surrogate pair. */
const NEEDS_NO_ESCAPE = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;
export function quoted(text) {
    return NEEDS_NO_ESCAPE.test(text) ? `"${text}"` : JSON.stringify(text);
}
export function scalarText(value) {
    return typeof value === 'string' ? quoted(value) : JSON.stringify(value);
}
