// Patterns of bytes: `01 03 .. ff *`, where `..` is any byte and a last `*` is any number of any bytes.
const PATTERN = /^(?:[0-9a-f]{2}|\.\.)*\*?$/i;
export function isHexPattern(text) {
    return PATTERN.test(compact(text));
}
/** Looks whether frames match the pattern; undefined when one does not. */
export function createMatcher(pattern) {
    const { bytes, open } = templateOf(pattern);
    return (frame) => {
        if (open ? frame.length < bytes.length : frame.length !== bytes.length)
            return undefined;
        if (bytes.some((byte, at) => byte !== undefined && byte !== frame[at]))
            return undefined;
        const any = [...frame.subarray(0, bytes.length)].filter((_, at) => bytes[at] === undefined);
        return { any, rest: [...frame.subarray(bytes.length)] };
    };
}
/** Puts what was matched into the pattern of a response: the n-th `..` is the n-th byte that `..` stood for. */
export function createFiller(pattern) {
    const { bytes, open } = templateOf(pattern);
    return ({ any, rest }) => {
        let nth = 0;
        const filled = bytes.map((byte) => byte ?? any[nth++] ?? 0);
        return Uint8Array.from(open ? [...filled, ...rest] : filled);
    };
}
function templateOf(pattern) {
    const text = compact(pattern);
    const open = text.endsWith('*');
    const pairs = (open ? text.slice(0, -1) : text).match(/../g) ?? [];
    return { bytes: pairs.map((pair) => (pair === '..' ? undefined : Number.parseInt(pair, 16))), open };
}
function compact(text) {
    return text.replace(/\s+/g, '');
}
