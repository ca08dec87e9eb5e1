import type { Rule } from '../../contract/rules/rule.js';
import type { ScenarioHead } from '../../harness/scenario/scenario-head.js';
export interface RuleCoverage {
    readonly rule: Rule;
    /** Ids of the scenarios that cite the rule. */
    readonly scenarios: readonly string[];
    /** Why nobody can check the rule from outside, where that is so. */
    readonly unobservable?: string;
}
/** Every rule that a server has to keep, covered or not. */
export declare function coverageOf(scenarios: readonly ScenarioHead[]): RuleCoverage[];
