// JSON from a target that may send anything.
/** What nests deeper is taken for an attack: every recursion over it would be one of ours that fails. */
const DEEPEST = 64;
export function parseJson(text) {
    let value;
    try {
        value = JSON.parse(text);
    }
    catch {
        return { ok: false, detail: text === '' ? 'an empty text' : 'a text that is not JSON' };
    }
    if (opens(text) > DEEPEST && isDeeper(value, DEEPEST))
        return { ok: false, detail: `JSON that nests over ${DEEPEST} levels deep` };
    return { ok: true, value };
}
/** Brackets that open, those within strings included: fewer than a depth, and the text cannot nest as deep. */
function opens(text) {
    let count = 0;
    for (let at = 0; at < text.length && count <= DEEPEST; at++) {
        const code = text.charCodeAt(at);
        if (code === 0x7b || code === 0x5b)
            count++;
    }
    return count;
}
function isDeeper(value, levels) {
    if (typeof value !== 'object' || value === null)
        return false;
    return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}
