/** A moment as time since the beginning of the day: `14.2 s`. */
export function instant(day, at) {
    return `${((at - day.from) / 1000).toFixed(1)} s`;
}
/** A span of time: `1,204 ms`, and `45 s` from ten seconds on. */
export function span(ms) {
    if (ms >= 10_000)
        return `${Number((ms / 1000).toFixed(1)).toLocaleString('en-US')} s`;
    return `${Math.round(ms).toLocaleString('en-US')} ms`;
}
export function spans(list) {
    return list.map(span).join(', ');
}
