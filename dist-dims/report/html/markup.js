// HTML and SVG that are safe by construction: what is put into a template is escaped, unless it is markup.
/** `markup`<p>${text}</p>``: texts are escaped, markup and lists of it are put in as they are. */
export function markup(parts, ...pieces) {
    return { markup: parts.map((part, at) => part + (at < pieces.length ? shown(pieces[at]) : '')).join('') };
}
export const NOTHING = { markup: '' };
function shown(piece) {
    if (piece === undefined)
        return '';
    if (typeof piece === 'number')
        return String(piece);
    if (typeof piece === 'string')
        return escapeHtml(piece);
    if ('markup' in piece)
        return piece.markup;
    return piece.map(shown).join('');
}
const ENTITIES = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
};
/** Also replaces control characters, which HTML forbids. */
export function escapeHtml(text) {
    return text
        .toWellFormed()
        .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
        .replace(/[^\P{Cc}\t\n\r]/gu, '\u{fffd}');
}
/** A name that can be the target of a link, the same for the same text. */
export function anchor(kind, id) {
    return `${kind}-${id.replace(/[^\w-]/g, (character) => `.${character.codePointAt(0)?.toString(36) ?? ''}`)}`;
}
