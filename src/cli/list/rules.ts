// The rules of the interface, and which scenarios check each.
import type { ScenarioHead } from '../../harness/scenario/scenario-head.js';
import type { Result } from '../../document/diagnostic.js';
import type { Io } from '../io.js';
import { bundledHeads } from '../load/scenario-heads.js';
import { type ListEntry, listText, type PrintedList } from './list.js';
import { RULES } from '../../contract/rules/catalogue.js';
import { UNOBSERVABLE } from '../../contract/rules/unobservable.js';
import type { Rule } from '../../contract/rules/rule.js';

export async function listRules(io: Io): Promise<Result<PrintedList>> {
  const scenarios = await bundledHeads(io.cwd);
  if (!scenarios.ok) return scenarios;
  return { ok: true, value: { data: dataOf(scenarios.value), text: textOf(scenarios.value, io) } };
}

function dataOf(scenarios: readonly ScenarioHead[]): unknown {
  return coverageOf(scenarios).map(({ rule, ...coverage }) => ({ ...rule, ...coverage }));
}

function textOf(scenarios: readonly ScenarioHead[], io: Io): string {
  const coverage = coverageOf(scenarios);
  const entries = coverage.map(({ rule, scenarios: ids, unobservable = 'no scenario' }): ListEntry => ({
    name: rule.id,
    title: rule.basis,
    notes: [rule.sentence, ids.length === 0 ? unobservable : ids.join(', ')],
    lacking: ids.length === 0,
  }));
  const covered = coverage.filter((each) => each.scenarios.length > 0).length;
  const hidden = coverage.filter((each) => each.unobservable !== undefined).length;
  const summary = `${covered} of ${coverage.length} rules are covered by a scenario; ${hidden} cannot be seen from outside.`;
  return listText(entries, summary, io);
}

// Which scenario covers which rule: what `conform list` shows.

interface RuleCoverage {
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
