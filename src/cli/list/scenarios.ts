// The scenarios that come with the program, by area.
import type { ScenarioHead } from '../../harness/scenario/scenario-head.js';
import type { Result } from '../../document/diagnostic.js';
import type { Io } from '../io.js';
import { bundledHeads } from '../load/scenario-heads.js';
import { type PrintedList, listText } from './list.js';

export async function listScenarios(io: Io): Promise<Result<PrintedList>> {
  const scenarios = await bundledHeads(io.cwd);
  if (!scenarios.ok) return scenarios;
  return { ok: true, value: { data: dataOf(scenarios.value), text: textOf(scenarios.value, io) } };
}

function dataOf(scenarios: readonly ScenarioHead[]): unknown {
  return scenarios.map(({ id, area, title, rules, place, cases }) => {
    return { id, area, title, rules, file: place.file, cases: cases.map((each) => each.id) };
  });
}

function textOf(scenarios: readonly ScenarioHead[], io: Io): string {
  const entries = scenarios.map(({ id, title, cases, rules }) => ({
    name: id,
    title: `${title}${cases.length > 1 ? ` (${cases.length} cases)` : ''}`,
    notes: [rules.join(', ')],
  }));
  return listText(entries, `${scenarios.length} scenarios.`, io);
}
