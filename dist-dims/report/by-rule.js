// The verdict on each rule, from the verdicts on the checks that cover it. Every report counts with this.
import { RULES } from '../contract/rules/catalogue.js';
import { UNOBSERVABLE } from '../contract/rules/unobservable.js';
/** From best to worst. A rule that one check decided and another had to skip was checked all the same. */
const SEVERITY = [
    'not checked',
    'skipped',
    'pass',
    'waived',
    'inconclusive',
    'warn',
    'error',
    'fail',
];
/** Every rule for services, in the order of the catalogue, and any other rule that the run speaks of. */
export function reportByRule(result) {
    return RULES.flatMap((rule) => {
        const checks = result.checks.flatMap((check) => onRule(check, rule.id));
        if (rule.side === 'client' && checks.length === 0)
            return [];
        return [{ rule, verdict: worst(checks.map(({ verdict }) => verdict)), checks }];
    });
}
/** Why nobody can check the rule from outside; undefined when it can be, or something was seen of it anyway. */
export function unobservableReason(id, verdict) {
    return verdict === 'not checked' ? UNOBSERVABLE[id] : undefined;
}
export function worst(verdicts) {
    return verdicts.reduce((worse, verdict) => (SEVERITY.indexOf(verdict) > SEVERITY.indexOf(worse) ? verdict : worse), 'not checked');
}
function onRule(check, rule) {
    const about = check.findings.filter((finding) => finding.rule === rule);
    const cited = check.rules.some((id) => id === rule);
    if (about.length === 0 && !cited)
        return [];
    const verdict = worst([
        ...about.map((finding) => finding.verdict),
        ...(cited ? [unsaid(check, about)] : []),
    ]);
    if (verdict === 'not checked')
        return [];
    return [{ check, verdict, findings: about.filter((finding) => finding.verdict !== 'pass') }];
}
/** What a check that cites a rule says about it beyond its findings. */
function unsaid(check, about) {
    switch (check.verdict) {
        case 'pass':
            return 'pass';
        case 'skipped':
        case 'error':
        case 'inconclusive':
            return check.verdict;
        case 'fail':
        case 'warn':
        case 'waived':
            // It broke off over another rule before it came to this one.
            return about.length > 0 ? 'not checked' : 'inconclusive';
    }
}
