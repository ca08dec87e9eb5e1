// The scenarios that come with the program, by area.
import type { ScenarioHead } from '../../harness/scenario/scenario-head.js';
import type { Result } from '../../document/complaint.js';
import type { Io } from '../io.js';
import { bundledHeads } from '../load/scenario-heads.js';
import type { List } from './list.js';

export async function listScenarios(io: Io): Promise<Result<List>> {
  const scenarios = await bundledHeads(io.cwd);
  if (!scenarios.ok) return scenarios;
  return { ok: true, value: { data: dataOf(scenarios.value), text: textOf(scenarios.value, io) } };
}

function dataOf(scenarios: readonly ScenarioHead[]): unknown {
  return scenarios.map(({ id, area, title, rules, place, cases }) => {
    return { id, area, title, rules, file: place.file, cases: cases.map((each) => each.id) };
  });
}

function textOf(scenarios: readonly ScenarioHead[], { out: { paint } }: Io): string {
  const width = Math.max(0, ...scenarios.map((each) => each.id.length)) + 2;
  const lines = scenarios.flatMap(({ id, title, cases, rules }) => [
    `${paint.heading(id.padEnd(width))}${title}${cases.length > 1 ? paint.quiet(` (${cases.length} cases)`) : ''}`,
    paint.quiet(`${' '.repeat(width)}${rules.join(', ')}`),
  ]);
  return [...lines, '', `${scenarios.length} scenarios.`, ''].join('\n');
}
