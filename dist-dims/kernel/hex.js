// Bytes as text. The canonical model writes bytes as lower-case hex: it compares, prints and travels well.
const HEX = /^(?:[0-9a-f]{2})*$/i;
export function isHex(text) {
    return HEX.test(text);
}
/** `[0x01, 0xff]` -> `01ff`. */
export function toHex(bytes) {
    let text = '';
    for (const byte of bytes)
        text += byte.toString(16).padStart(2, '0');
    return text;
}
/** `01ff` -> `[0x01, 0xff]`; undefined when the text is not hex. */
export function fromHex(text) {
    if (!isHex(text))
        return undefined;
    return Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(at * 2, at * 2 + 2), 16));
}
