// What has changed between two JSON reports: verdicts of checks and rules, what came and went, what got slow.
import { z } from 'zod';
import { COUNTED_VERDICTS } from './verdict-words.js';
const anyVerdict = z.enum([...COUNTED_VERDICTS, 'not checked']);
/** As much of a JSON report as is compared; a later program may have written more into it. */
export const comparableReport = z.looseObject({
    version: z.string(),
    target: z.string(),
    dialect: z.string(),
    seed: z.number(),
    speed: z.number(),
    cutShort: z.string().optional(),
    rules: z.array(z.looseObject({ id: z.string(), verdict: anyVerdict })),
    checks: z.array(z.looseObject({ id: z.string(), verdict: anyVerdict, duration: z.number() })),
});
/** What was found out, from best to worst. The other verdicts say that nothing was. */
const KNOWN = ['pass', 'warn', 'fail'];
/** A check that takes twice as long, and longer by at least so many ms, has not just had bad luck. */
const MUCH_SLOWER = { factor: 2, ms: 1000 };
export function differenceOf(before, after) {
    const [was, is] = [byId(before.checks), byId(after.checks)];
    const appeared = after.checks.filter(({ id }) => !was.has(id)).map(present);
    const disappeared = before.checks.filter(({ id }) => !is.has(id)).map(present);
    const checks = changesOf(before.checks, after.checks);
    const rules = changesOf(before.rules, after.rules);
    const slower = before.checks.flatMap(({ id, duration, verdict }) => {
        const later = is.get(id);
        // A skipped check takes no time, which says nothing of one that ran.
        if (!later || verdict === 'skipped' || later.verdict === 'skipped')
            return [];
        const much = later.duration >= duration * MUCH_SLOWER.factor && later.duration - duration >= MUCH_SLOWER.ms;
        return much ? [{ id, before: duration, after: later.duration }] : [];
    });
    return {
        appeared,
        disappeared,
        checks,
        rules,
        slower: slower.toSorted((a, b) => b.after - b.before - (a.after - a.before)),
        worse: [...checks, ...rules].some(({ trend }) => trend === 'worse') ||
            appeared.some(isBad) ||
            disappeared.some(isGood),
    };
}
/** A new check that fails tells of something that is broken, whether it was so before or not. */
const isBad = ({ verdict }) => trendOf('skipped', verdict) === 'worse';
/** A check that passed and is gone proves nothing any more. */
const isGood = ({ verdict }) => verdict === 'pass';
function changesOf(before, after) {
    const is = byId(after);
    const changes = before.flatMap(({ id, verdict }) => {
        const later = is.get(id);
        if (!later || later.verdict === verdict)
            return [];
        return [{ id, before: verdict, after: later.verdict, trend: trendOf(verdict, later.verdict) }];
    });
    return changes.toSorted((a, b) => severity(b) - severity(a));
}
/** Worse ones first, and among those the ones that ended worst. */
function severity({ trend, after }) {
    return (trend === 'worse' ? KNOWN.length + 1 : 0) + KNOWN.indexOf(after);
}
/** A check that failed and now is skipped is no better: nobody knows. */
export function trendOf(before, after) {
    if (after === 'error')
        return 'worse';
    const [was, is] = [KNOWN.indexOf(before), KNOWN.indexOf(after)];
    if (is < 0)
        return before === 'pass' ? 'worse' : 'open';
    if (was < 0)
        return after === 'pass' ? 'better' : 'worse';
    return is > was ? 'worse' : 'better';
}
const present = ({ id, verdict }) => ({ id, verdict });
function byId(all) {
    return new Map(all.map((each) => [each.id, each]));
}
