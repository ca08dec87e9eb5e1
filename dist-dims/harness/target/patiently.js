import { interferenceOf } from './interference.js';
import { retry } from './retry.js';
/** Ends with the first exchange that is worth no repeat, or with the one after which a limit was reached. */
export async function patiently(attempt, patience) {
    const { clock, limits, signal, throughAbsence = false } = patience;
    const retried = await retry({
        clock,
        limits,
        signal,
        attempt,
        hindranceOf: ({ outcome }) => hindranceOf(outcome, throughAbsence),
    });
    const exchange = retried.result;
    const gaveUp = retried.kind === 'given-up' ? retried.why : undefined;
    return { exchange, outcome: exchange.outcome, ...(gaveUp === undefined ? {} : { gaveUp }) };
}
/** Undefined when the same request again would get the same answer. */
function hindranceOf(outcome, throughAbsence) {
    const absent = outcome.kind === 'broken' && outcome.reason === 'refused';
    if (absent && !throughAbsence)
        return undefined;
    const unusable = outcome.kind === 'reply' && outcome.reply.status === 409;
    return interferenceOf(outcome) ?? (unusable && throughAbsence ? { kind: 'absent' } : undefined);
}
/** What came of a request, for people: `409 DEVICE_OFFLINE`, `no reply within 10 s`. */
export function wordsOf({ outcome, gaveUp }) {
    if (outcome.kind === 'broken')
        return outcome.detail;
    const { status, code, mismatches } = outcome.reply;
    const head = [status, code].filter((part) => part !== undefined && part !== '').join(' ');
    return [head, ...mismatches.slice(0, 1), ...(gaveUp === undefined ? [] : [gaveUp])].join(', ');
}
