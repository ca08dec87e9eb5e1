import { breachOf } from '../verdict/breach.js';
import { groupBy } from './group-by.js';
import { INVARIANTS } from './invariants.js';
import { EVENT_PATIENCE } from './invariant.js';
import { viewTrace } from './trace-view.js';
/** Breaches of one rule by one invariant that are told in full. */
const MOST_BREACHES = 5;
/** For each rule that the trace says something about: each breach of it, or one finding that it held. */
export function judge(records, context) {
    const view = viewTrace(records);
    return INVARIANTS.filter(({ alone }) => !alone || context.alone).flatMap((invariant) => findingsOf(invariant, view, context));
}
function findingsOf(invariant, view, context) {
    const { eventPatience = EVENT_PATIENCE } = context;
    const byRule = groupBy(invariant.judge(view, { eventPatience }), ({ rule }) => rule);
    const where = `invariant ${invariant.name}`;
    return [...byRule].flatMap(([rule, judgements]) => {
        const breaches = judgements.filter(({ held }) => !held);
        if (breaches.length === 0)
            return [heldBy(rule, judgements, where)];
        return breaches.slice(0, MOST_BREACHES).map(({ expected, actual, exchanges }) => ({
            rule,
            verdict: verdictOf(rule, context),
            where,
            expected,
            actual,
            exchanges,
        }));
    });
}
function heldBy(rule, judgements, where) {
    const last = judgements.at(-1);
    const actual = judgements.length === 1 ? (last?.actual ?? '') : `so in all of ${judgements.length} cases`;
    return {
        rule,
        verdict: 'pass',
        where,
        expected: last?.expected ?? '',
        actual,
        exchanges: last?.exchanges ?? [],
    };
}
/** A trace with holes proves no breach: what would explain it may be what was lost. */
function verdictOf(rule, { strict, dropped }) {
    return dropped > 0 ? 'inconclusive' : breachOf(rule, strict);
}
