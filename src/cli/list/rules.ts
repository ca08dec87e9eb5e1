// The rules of the interface, and which scenarios check each.
import type { ScenarioHead } from '../../harness/scenario/scenario-head.js';
import type { Result } from '../../document/diagnostic.js';
import { coverageOf } from './coverage.js';
import type { Io } from '../io.js';
import { bundledHeads } from '../load/scenario-heads.js';
import { type ListEntry, type PrintedList, listText } from './list.js';

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
