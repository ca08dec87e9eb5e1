import { type RuleId } from '../../contract/rules/catalogue.js';
export declare function breachOf(rule: RuleId, strict: boolean): 'warn' | 'fail';
