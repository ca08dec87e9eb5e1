import { breachOf } from '../../verdict/breach.js';
import { VERDICTS } from '../../verdict/verdict.js';
/** One finding for each rule that an observation speaks of. */
export function findingsOf(observations, deciding) {
    return observations.flatMap((observation) => observation.rules.map((rule) => ({
        rule,
        verdict: verdictOf(rule, observation, deciding),
        where: observation.where,
        expected: observation.expected,
        actual: actualOf(observation, deciding),
        exchanges: observation.exchanges,
    })));
}
export function worstOf(verdicts) {
    return verdicts.toSorted((a, b) => VERDICTS.indexOf(b) - VERDICTS.indexOf(a))[0];
}
function verdictOf(rule, { result }, { decision, strict }) {
    if (result === 'held')
        return 'pass';
    return decision.kind === 'fail' ? breachOf(rule, strict) : 'inconclusive';
}
/** A single refusal proves nothing: where one counts, the reader must see that it was not the only one. */
function actualOf({ actual, result, confirm }, { decision, attempts }) {
    const stood = decision.kind === 'fail' && (result === 'spoiled' || (result === 'deviated' && confirm));
    return stood ? `${actual}, in each of ${attempts} attempts` : actual;
}
