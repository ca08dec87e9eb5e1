/** The `eventPatience` of a judge that is told nothing else. */
export const EVENT_PATIENCE = 5000;
/** `held` when nothing speaks against it; `actual` is said of both. */
export function judgement(rule, held, expected, actual, ...exchanges) {
    return { rule, held, expected, actual, exchanges };
}
