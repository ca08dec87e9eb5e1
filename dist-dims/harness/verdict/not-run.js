/** @param at clock time in ms. */
export function notRun(check, verdict, reason, at) {
    return {
        ...check,
        verdict,
        reason,
        findings: [],
        attempts: 0,
        startedAt: at,
        endedAt: at,
        trace: [],
    };
}
