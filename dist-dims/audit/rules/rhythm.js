import { byActor, grouped, succeeded } from './facts.js';
/** A client's delays vary a little. */
const NEARLY = 0.9;
/**
 * From the calm day, or where there is none from all that succeeded.
 * @param identityOf what counts as the same.
 */
export function rhythmOf({ days, calm }, identityOf) {
    const gaps = new Map();
    for (const day of calm ? [calm] : days)
        collect(day, identityOf, gaps);
    const usual = new Map([...gaps].map(([identity, list]) => [identity, NEARLY * shortest(list)]));
    return (identity) => usual.get(identity) ?? Number.POSITIVE_INFINITY;
}
function collect(day, identityOf, gaps) {
    for (const exchanges of byActor(day).values()) {
        for (const [identity, same] of grouped(exchanges, identityOf)) {
            const list = gaps.get(identity) ?? [];
            same.forEach((each, at) => {
                const before = same[at - 1];
                const since = before && succeeded(before) ? before.reply?.at : undefined;
                // What was sent before the reply says nothing of how soon it is done again.
                if (since !== undefined && each.cameAt >= since)
                    list.push(each.cameAt - since);
            });
            if (list.length > 0)
                gaps.set(identity, list);
        }
    }
}
/** Of many gaps, a few that are short by accident do not count. */
function shortest(gaps) {
    const sorted = gaps.toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 10)] ?? Number.POSITIVE_INFINITY;
}
