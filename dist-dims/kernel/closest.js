// "Did you mean …?": the known name that a mistyped one comes nearest to.
/** The candidate within a third of the name's length in edits, or undefined when none is that near. */
export function closest(name, candidates) {
    let best;
    let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
    for (const candidate of candidates) {
        const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), bestDistance);
        if (distance < bestDistance) {
            best = candidate;
            bestDistance = distance;
        }
    }
    return best;
}
/** Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`; gives up at `limit`. */
function editDistance(a, b, limit) {
    if (Math.abs(a.length - b.length) >= limit)
        return limit;
    let beforeLast = [];
    let last = Array.from({ length: b.length + 1 }, (_, at) => at);
    for (let i = 1; i <= a.length; i++) {
        const row = [i];
        for (let j = 1; j <= b.length; j++) {
            const same = a[i - 1] === b[j - 1];
            const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
            let cost = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
            if (swapped)
                cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
            row.push(cost);
        }
        beforeLast = last;
        last = row;
    }
    return last[b.length] ?? limit;
}
