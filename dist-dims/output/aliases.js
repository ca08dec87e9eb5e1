// The names that stand for secrets, and for pieces of them: one for each, the same wherever it turns up.
const MOST = 4096;
/** Longer aliases there are none: they are looked for around what is found. */
const LONGEST = 160;
export function createAliases() {
    const aliases = new Map();
    const pieces = new Map();
    const shown = new Set();
    let count = 0;
    const note = (entries, text, alias) => {
        entries.set(text, alias);
        if (entries.size > MOST)
            dropOldest(entries);
        shown.add(alias);
        if (shown.size > 4 * MOST)
            dropOldest(shown);
    };
    return {
        of: (secret) => aliases.get(secret),
        set: (secret, alias) => note(aliases, secret, alias),
        ofPiece: (piece, alias) => {
            const known = pieces.get(piece);
            if (known !== undefined)
                return known;
            const name = `${alias.replace(/>$/, '')}, piece ${++count}>`;
            note(pieces, piece, name);
            return name;
        },
        covers: (text, from, to) => {
            // Only so much of the text is looked at: it may be long, and what is found in it may be much.
            const before = text.slice(Math.max(0, from - LONGEST), from + 1);
            const after = text.slice(Math.max(0, to - 1), to + LONGEST);
            const start = before.lastIndexOf('<');
            const end = after.indexOf('>');
            return (start >= 0 &&
                end >= 0 &&
                shown.has(before.slice(start, -1) + text.slice(from, to - 1) + after.slice(0, end + 1)));
        },
    };
}
function dropOldest(entries) {
    const [oldest] = entries.keys();
    if (oldest !== undefined)
        entries.delete(oldest);
}
