import { reportByRule } from './by-rule.js';
/** Undefined where the run left nothing out. */
export function leftUncheckedIn(result) {
    const { leftOut } = result;
    if (!leftOut)
        return undefined;
    const left = reportByRule(result).filter(({ checks }) => checks.some(({ check }) => check.verdict === 'skipped' && check.reason?.includes(leftOut.reason)));
    const idsOf = (whole) => left.filter(({ verdict }) => (verdict === 'skipped') === whole).map(({ rule }) => rule.id);
    return { option: leftOut.option, rules: idsOf(true), inPart: idsOf(false) };
}
