// A JSON value in one short line: enough to see what a reply said, never a page of it.
import { redact } from './redact.js';
const LONGEST_TEXT = 80;
const MOST_ELEMENTS = 6;
/** @param length the most characters that come back; what is left out shows as `…`. */
export function gist(value, length) {
    if (value === undefined)
        return '';
    const text = typeof value === 'string' ? value : shown(redact(value));
    return cut(text.replace(/\s+/g, ' '), length);
}
/** Like JSON, with a little air and without quotes around plain keys: it is for people. */
function shown(value) {
    if (typeof value === 'string')
        return JSON.stringify(cut(value, LONGEST_TEXT));
    if (Array.isArray(value)) {
        const rest = value.length - MOST_ELEMENTS;
        const parts = value.slice(0, MOST_ELEMENTS).map(shown);
        return `[${[...parts, ...(rest > 0 ? [`… ${rest} more`] : [])].join(', ')}]`;
    }
    if (typeof value === 'object' && value !== null) {
        const parts = Object.entries(value).map(([key, inner]) => `${plainKey(key)}: ${shown(inner)}`);
        return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
    }
    return JSON.stringify(value) ?? 'undefined';
}
const plainKey = (key) => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key));
/** The text, or its beginning and an ellipsis. */
export function cut(text, length) {
    return text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1))}…`;
}
