export function createReplay({ points, between, after }) {
    const last = points.at(-1) ?? { at: 0, value: 0 };
    const first = points[0] ?? last;
    return (elapsed) => {
        const time = after === 'repeat' && last.at > 0 ? elapsed % last.at : elapsed;
        if (time < first.at)
            return first.value;
        const at = lastAtOrBefore(points, time);
        const from = points[at] ?? last;
        const to = points[at + 1];
        if (!to || between === 'hold')
            return from.value;
        return from.value + ((to.value - from.value) * (time - from.at)) / (to.at - from.at);
    };
}
function lastAtOrBefore(points, time) {
    let low = 0;
    let high = points.length - 1;
    while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((points[middle]?.at ?? Infinity) <= time)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}
