/** @param at default: when the last of the exchanges came. */
export function breach(day, exchanges, done, right, at = exchanges.at(-1)?.cameAt ?? day.from) {
    return { day: day.day, at, exchanges: exchanges.map(({ id }) => id), done, right };
}
/** Breaches outrank doubts, doubts outrank what went well. */
export function verdict({ n, breaches, doubts = [], why = '', needs, again }) {
    if (breaches.length > 0)
        return {
            kind: 'broken',
            n: Math.max(n, breaches.length),
            breaches,
            again: again ?? breaches.length === 1,
        };
    if (doubts.length > 0 || why !== '')
        return { kind: 'undecided', n, why: why || (doubts[0]?.right ?? ''), seen: doubts };
    return n > 0 ? { kind: 'holds', n } : { kind: 'not exercised', needs };
}
