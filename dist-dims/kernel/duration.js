// Durations as people write them: `250ms`, `3s`, `1m 30s`, `8h`. In code a duration is a number of ms.
const UNITS = { ms: 1, s: 1000, min: 60_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const PART = /(\d+(?:\.\d+)?)\s*(ms|s|min|m|h|d)\s*/y;
/** Milliseconds, or undefined when the text is no duration. Reads what `formatDuration` writes. */
export function parseDuration(text) {
    PART.lastIndex = 0;
    let total = 0;
    let parts = 0;
    while (PART.lastIndex < text.length) {
        const match = PART.exec(text);
        if (!match)
            return undefined;
        total += Number(match[1]) * (UNITS[match[2] ?? ''] ?? 0);
        parts++;
    }
    return parts > 0 && total <= Number.MAX_SAFE_INTEGER ? withoutBinaryDust(total) : undefined;
}
/** A duration for people, rounded: `250 ms`, `3 s`, `1.25 s`, `2 min 5 s`, `3 h 20 min`. */
export function formatDuration(ms) {
    if (ms < 0)
        return `-${formatDuration(-ms)}`;
    if (ms < 10)
        return `${Number(ms.toFixed(1))} ms`;
    if (ms < 999.5)
        return `${Math.round(ms)} ms`;
    if (ms < 59_950)
        return `${Number((ms / 1000).toFixed(ms < 10_000 ? 2 : 1))} s`;
    const seconds = Math.round(ms / 1000);
    if (seconds < 3600)
        return joinUnits(Math.floor(seconds / 60), 'min', seconds % 60, 's');
    const minutes = Math.round(ms / 60_000);
    return joinUnits(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}
function joinUnits(large, largeUnit, small, smallUnit) {
    return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}
/** `1.005s` is 1005 ms, though 1.005 * 1000 is a hair less in binary. */
function withoutBinaryDust(ms) {
    return Number(ms.toFixed(6));
}
