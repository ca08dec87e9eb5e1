import type { Rule } from '../contract/rules/rule.js';
import type { CheckResult, Finding, RunResult } from '../harness/verdict/verdict.js';
import type { RuleVerdict } from './verdict-words.js';
/** What one check had to say about one rule. */
export interface CheckOnRule {
    readonly check: CheckResult;
    readonly verdict: Exclude<RuleVerdict, 'not checked'>;
    /** What was found against the rule, or could not be decided about it. */
    readonly findings: readonly Finding[];
}
export interface RuleReport {
    readonly rule: Rule;
    readonly verdict: RuleVerdict;
    readonly checks: readonly CheckOnRule[];
}
/** Every rule for services, in the order of the catalogue, and any other rule that the run speaks of. */
export declare function reportByRule(result: Pick<RunResult, 'checks'>): RuleReport[];
/** Why nobody can check the rule from outside; undefined when it can be, or something was seen of it anyway. */
export declare function unobservableReason(id: string, verdict: RuleVerdict): string | undefined;
export declare function worst<V extends RuleVerdict>(verdicts: readonly V[]): V | 'not checked';
