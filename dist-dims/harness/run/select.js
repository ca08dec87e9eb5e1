// Which cases of which scenarios a selection means, and what in it cannot be meant.
import { RULES } from '../../contract/rules/catalogue.js';
import { didYouMean } from '../../kernel/did-you-mean.js';
import { isGlob, matches } from '../../pattern/glob.js';
import { CAPABILITY_NAMES, isCapability } from '../scenario/capabilities.js';
/** @param alsoKnown names of other kinds that can be given beside scenarios: a mistyped one is told. */
export function select(scenarios, { only = [], rules = [], without = [] }, alsoKnown = []) {
    const all = scenarios.flatMap((scenario) => scenario.cases.map((each) => ({ scenario, case: each })));
    const ids = all.map(({ case: { id } }) => id);
    const ruleIds = RULES.map(({ id }) => id);
    const problems = [
        ...only.flatMap((pattern) => unmatched('only', 'scenario', pattern, [...scenarios.map(({ id }) => id), ...ids, ...alsoKnown], scenarios.map(({ place }) => place.file))),
        ...rules.flatMap((pattern) => unmatched('rules', 'rule', pattern, ruleIds)),
        ...without
            .filter((name) => !isCapability(name))
            .map((name) => unknown('without', 'capability', name, CAPABILITY_NAMES)),
    ];
    const cases = all.filter((each) => (only.length === 0 || only.some((pattern) => means(pattern, each))) &&
        (rules.length === 0 || each.case.rules.some((rule) => rules.some((pattern) => matches(pattern, rule)))));
    if (problems.length === 0 && cases.length === 0)
        problems.push(nothing(rules));
    return { cases, problems };
}
function means(pattern, { scenario, case: { id } }) {
    return matches(pattern, scenario.id) || matches(pattern, id) || pattern === scenario.place.file;
}
function unmatched(option, what, pattern, ids, files = []) {
    if (ids.some((id) => matches(pattern, id)) || files.includes(pattern))
        return [];
    const listed = `conform list ${what}s shows all of them.`;
    const hint = didYouMean(pattern, ids, listed) ?? listed;
    const message = isGlob(pattern) ? `no ${what} matches "${pattern}"` : `unknown ${what} "${pattern}"`;
    return [{ option, message, hint }];
}
function unknown(option, what, name, known) {
    const hint = didYouMean(name, known);
    return { option, message: `unknown ${what} "${name}"`, ...(hint !== undefined && { hint }) };
}
function nothing(rules) {
    if (rules.length > 0)
        return { option: 'rules', message: `no chosen scenario checks ${rules.join(' or ')}` };
    return { option: 'only', message: 'there is no scenario to run' };
}
