// Which scenario covers which rule: what `conform list` shows.
import { RULES } from '../../contract/rules/catalogue.js';
import { UNOBSERVABLE } from '../../contract/rules/unobservable.js';
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
export function coverageOf(scenarios: readonly ScenarioHead[]): RuleCoverage[] {
  return RULES.filter((rule) => rule.side === 'service').map((rule) => {
    const unobservable = UNOBSERVABLE[rule.id];
    return {
      rule,
      scenarios: scenarios.filter((each) => each.rules.some((id) => id === rule.id)).map((each) => each.id),
      ...(unobservable === undefined ? {} : { unobservable }),
    };
  });
}
