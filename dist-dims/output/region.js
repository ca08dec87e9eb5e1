// A stretch of a text that holds a secret.
/** Overlapping ones become one, under the name of the longest. */
export function merged(regions) {
    const result = [];
    let longest = 0;
    for (const region of regions.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
        const last = result.at(-1);
        const length = region.to - region.from;
        if (!last || region.from >= last.to) {
            result.push(region);
            longest = length;
            continue;
        }
        const { alias, isWhole } = length > longest ? region : last;
        longest = Math.max(longest, length);
        result[result.length - 1] = { from: last.from, to: Math.max(last.to, region.to), alias, isWhole };
    }
    return result;
}
