import { malformed } from '../envelope.js';
/** Input as decoded, or the refusal that says what did not fit. */
export function decoded(result) {
    return result.ok ? result : { ok: false, refusal: malformed(result.mismatches) };
}
export function invalid(message) {
    return { ok: false, refusal: { code: 'INVALID_REQUEST', message } };
}
/** The outcome with its value spelled by `write`. */
export function written(outcome, write) {
    return outcome.ok ? { ok: true, value: write(outcome.value) } : outcome;
}
