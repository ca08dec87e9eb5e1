// What a breach of a rule is worth: stated rules fail, derived ones warn, unless the run is strict.
import { type RuleId, ruleById } from '../../contract/rules/catalogue.js';

export function breachOf(rule: RuleId, strict: boolean): 'warn' | 'fail' {
  return ruleById(rule).basis === 'derived' && !strict ? 'warn' : 'fail';
}
