/** In the order in which reports count them. */
export const COUNTED_VERDICTS = [
    'pass',
    'fail',
    'warn',
    'waived',
    'inconclusive',
    'skipped',
    'error',
];
/** Past tense, for counts: `3 passed, 1 failed`. */
const COUNT_WORDS = {
    pass: 'passed',
    fail: 'failed',
    warn: 'with a warning',
    waived: 'waived',
    inconclusive: 'inconclusive',
    skipped: 'skipped',
    error: 'in error',
    'not checked': 'not checked',
};
/** `3 passed, 1 failed`: what does not occur is not named. */
export function countWords(verdicts, order) {
    const parts = order.flatMap((verdict) => {
        const count = verdicts.filter((each) => each === verdict).length;
        return count === 0 ? [] : [`${count} ${COUNT_WORDS[verdict]}`];
    });
    return parts.length === 0 ? 'none' : parts.join(', ');
}
/** What breaks something is in capitals, so that it is seen without colour too. */
export function verdictWord(verdict) {
    return verdict === 'fail' || verdict === 'error' ? verdict.toUpperCase() : verdict;
}
export function paintVerdict(verdict, text, paint) {
    switch (verdict) {
        case 'pass':
            return paint.good(text);
        case 'fail':
        case 'error':
            return paint.bad(text);
        case 'warn':
        case 'waived':
        case 'inconclusive':
            return paint.doubtful(text);
        case 'skipped':
        case 'not checked':
            return paint.quiet(text);
    }
}
