// What a breach of a rule is worth: stated rules fail, derived ones warn, unless the run is strict.
import { ruleById } from '../../contract/rules/catalogue.js';
export function breachOf(rule, strict) {
    return ruleById(rule).basis === 'derived' && !strict ? 'warn' : 'fail';
}
