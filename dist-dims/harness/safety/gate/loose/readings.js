// All texts that a sloppy server could see in a part of a message: every layer of escapes, other encodings,
// comments and white space left out. In lower case, with letters and digits in their plainest form.
import { unescapeOnce } from './unescape.js';
/** Layers of escapes, and characters of all readings of one part; what needs more is not understood. */
const MOST_LAYERS = 5;
const MOST_CHARACTERS = 4_000_000;
const MOST_READINGS = 400;
/** Undefined where there are more layers than anybody needs, or more text than can be looked at. */
export function readingsOf(part, isPath) {
    const found = new Set();
    let size = 0;
    const waiting = [{ text: part, layer: 0 }];
    const seen = new Set([part]);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
        for (const text of sightsOf(next.text)) {
            if (found.has(text))
                continue;
            found.add(text);
            size += text.length;
        }
        if (size > MOST_CHARACTERS || found.size > MOST_READINGS)
            return undefined;
        for (const text of decodedOnce(next.text)) {
            if (seen.has(text))
                continue;
            if (next.layer >= MOST_LAYERS)
                return undefined;
            seen.add(text);
            waiting.push({ text, layer: next.layer + 1 });
        }
    }
    let last = part;
    for (let layer = 0; layer <= MOST_LAYERS; layer++)
        last = unescapeOnce(last, isPath);
    return { all: [...found], last: plain(last) };
}
/** In lower case; full width, superscript, accented and invisible characters in their plain form. */
function plain(text) {
    return text
        .normalize('NFKC')
        .toUpperCase()
        .toLowerCase()
        .normalize('NFD')
        .replace(/[\p{M}\p{Cf}]/gu, '');
}
const COMMENTS = /\/\*[^]*?\*\/|<!--[^]*?-->|\/\/[^\n]*|#[^\n]*/g;
/** The text as it can be looked at without decoding anything. */
function sightsOf(text) {
    const seen = plain(text);
    const bare = seen.replace(COMMENTS, '');
    return [seen, seen.replaceAll('\\', '/'), bare, squeezed(seen), squeezed(bare), seen.replaceAll('+', ' ')];
}
/** Without what a lenient reader drops within a word or a number. */
function squeezed(text) {
    return text.replace(/[\s\u0000-\u001f\u007f"'`\\_]/g, '');
}
function decodedOnce(text) {
    return [
        unescapeOnce(text, false),
        unescapeOnce(text, true),
        text.replaceAll('\0', ''),
        text.normalize('NFKC').replace(/\p{Cf}/gu, ''),
        ...(text.includes('+') ? [fromUtf7(text)] : []),
        ...(text.includes('=') ? [fromQuotedPrintable(text)] : []),
        ...hiddenIn(text),
    ];
}
function fromUtf7(text) {
    return text.replace(/\+([A-Za-z0-9+/]{2,})-?/g, (_, coded) => {
        const bytes = fromBase64(coded);
        return bytes.replace(/([^])([^])/g, (__, high, low) => String.fromCharCode(high.charCodeAt(0) * 256 + low.charCodeAt(0)));
    });
}
function fromQuotedPrintable(text) {
    return text
        .replace(/=\r?\n/g, '')
        .replace(/=([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
}
/** Words that are a text in base64 or in hex. */
function hiddenIn(text) {
    // Some readers skip whatever is no base64.
    const words = [...(text.match(/[A-Za-z0-9+/_-]{6,}={0,2}/g) ?? []), text.replace(/[^A-Za-z0-9+/_-]/g, '')];
    const hex = text.match(/(?:[0-9a-f]{2}){3,}/gi) ?? [];
    return [...words.map(fromBase64), ...hex.map(fromHexText)]
        .map(fromUtf8)
        .filter(isText)
        .slice(0, MOST_HIDDEN);
}
/** Most of it can be read: what is no text by itself decodes to one sign in three at most. */
function isText(text) {
    const signs = text.match(/[\t\r\n\0\x20-\x7e\u00a0-\ufeff]/g)?.length ?? 0;
    const strange = text.match(/[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]/g)?.length ?? 0;
    if (text.length < SHORT_TEXT)
        return text.length >= 3 && strange === 0 && !/[^\x00-\x7f]/.test(text);
    return signs > 3 * strange;
}
const SHORT_TEXT = 12;
/** From one character for each byte; what is no UTF-8 becomes U+FFFD. */
function fromUtf8(bytes) {
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}
/** Each byte as one character; empty where it is no base64. */
function fromBase64(coded) {
    const usual = coded.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
    if (!/^[A-Za-z0-9+/]*$/.test(usual))
        return '';
    return atob(usual.slice(0, usual.length - (usual.length % 4 === 1 ? 1 : 0)));
}
function fromHexText(hex) {
    return hex.replace(/../g, (two) => String.fromCharCode(parseInt(two, 16)));
}
const MOST_HIDDEN = 20;
