// Device ids by the thousand: `plant-{0001..5000}` stands for plant-0001 to plant-5000. A template knows its
// ids without listing them, so that a large fleet takes no room.
const RANGE = /^([^{}]*)\{(\d{1,9})\.\.(\d{1,9})\}([^{}]*)$/;
/** Undefined when the braces are not those of one ascending range. */
export function parseIdTemplate(text) {
    if (!/[{}]/.test(text))
        return plain(text);
    const [, prefix = '', from = '', to = '', suffix = ''] = RANGE.exec(text) ?? [];
    if (from === '' || Number(from) > Number(to))
        return undefined;
    return ranged(text, prefix, from, to, suffix);
}
function plain(text) {
    return {
        text,
        count: 1,
        at: () => text,
        placeOf: (id) => (id === text ? 0 : undefined),
        numberAt: () => '',
    };
}
function ranged(text, prefix, from, to, suffix) {
    const first = Number(from);
    const count = Number(to) - first + 1;
    // `{01..12}` pads to two digits; `{1..12}` does not pad.
    const width = from.startsWith('0') ? from.length : 0;
    const numberAt = (place) => String(first + place).padStart(width, '0');
    return {
        text,
        count,
        at: (place) => `${prefix}${numberAt(place)}${suffix}`,
        placeOf: (id) => {
            if (!id.startsWith(prefix) || !id.endsWith(suffix) || id.length <= prefix.length + suffix.length)
                return undefined;
            const digits = id.slice(prefix.length, id.length - suffix.length);
            const place = Number(digits) - first;
            // Compared as text too: `007` is not the number of `{1..12}`, and `7e0` is none at all.
            return place >= 0 && place < count && numberAt(place) === digits ? place : undefined;
        },
        numberAt,
    };
}
