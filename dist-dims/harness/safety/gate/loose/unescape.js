// Takes one layer of escapes off a text, as leniently as any reader might: percent signs, backslashes, entities.
/** @param slashes a backslash is a separator there, and escapes nothing. */
export function unescapeOnce(text, slashes) {
    const plain = text
        .replace(/%u([0-9a-f]{4})/gi, (_, hex) => charOf(hex, 16))
        .replace(/(?:%[0-9a-f]{2})+/gi, (run) => fromBytes(run.match(/[0-9a-f]{2}/gi)?.map((hex) => parseInt(hex, 16)) ?? []))
        .replace(/&#x([0-9a-f]{1,6});?/gi, (_, hex) => charOf(hex, 16))
        .replace(/&#(\d{1,7});?/g, (_, digits) => charOf(digits, 10))
        .replace(/&(quot|apos|amp|lt|gt|nbsp|sol|colon|comma);/gi, (_, name) => ENTITIES[name.toLowerCase()] ?? '');
    return slashes ? plain : withoutBackslashes(plain);
}
const ENTITIES = {
    quot: '"',
    apos: "'",
    amp: '&',
    lt: '<',
    gt: '>',
    nbsp: ' ',
    sol: '/',
    colon: ':',
    comma: ',',
};
const LETTERS = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };
function withoutBackslashes(text) {
    return text.replace(/\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([0-7]{1,3})|(\r?\n)|(.))/gis, (whole, braces, four, two, octal, line, other) => {
        const hex = braces ?? four ?? two;
        if (hex !== undefined)
            return charOf(hex, 16);
        if (octal !== undefined)
            return charOf(octal, 8);
        if (line !== undefined)
            return '';
        return other === undefined ? whole : (LETTERS[other] ?? other);
    });
}
function charOf(digits, radix) {
    const code = parseInt(digits, radix);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
/** UTF-8 with forms that are too long, and single bytes for what is none. */
function fromBytes(bytes) {
    let text = '';
    for (let at = 0; at < bytes.length;) {
        const first = bytes[at] ?? 0;
        const more = first >= 0xf0 && first < 0xf8 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
        const rest = bytes.slice(at + 1, at + 1 + more);
        const whole = rest.length === more && rest.every((byte) => byte >> 6 === 2) && first < 0xf8;
        const code = whole
            ? rest.reduce((sum, byte) => (sum << 6) | (byte & 0x3f), more === 0 ? first : first & (0x3f >> more))
            : first;
        text += code <= 0x10ffff ? String.fromCodePoint(code) : '';
        at += whole ? 1 + more : 1;
    }
    return text;
}
