// Holds proof/kill-matrix.md to the defects, rules and variants that there are; `npm run kill-matrix` writes it
// anew. What became of each trial is compared where the whole self-test runs.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bundledVariants } from '../../src/cli/load/variants.js';
import { buildMatrix } from '../../src/lab/self-test/trial.js';
import { markdownMatrix } from '../../src/report/self-test.js';
import { allDefects } from '../../src/simulator/defects/registry.js';
import { SCENARIOS } from './run-in-virtual-time.js';

const PAGE = readFileSync('proof/kill-matrix.md', 'utf8');

/** The names in the first cells of the rows of a section, without their quotes. */
function names(section: string, cells = 1): string[] {
  const [, after = ''] = PAGE.split(`\n${section}\n`);
  const [part = ''] = after.split(/\n## /);
  const rows = part.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) => row.split(' | ').slice(0, cells).join(' ').replace(/[|`]/g, '').trim());
}

it('has each defect with its rule', () => {
  const expected = allDefects().map(({ id, rule }) => `${id} ${rule}`);
  expect(names('## Defects, by the rule that they break', 2).toSorted()).toEqual(expected.toSorted());
});

it('has the usual service and each variant', () => {
  const variants = bundledVariants(process.cwd());
  if (!variants.ok) throw new Error(JSON.stringify(variants.diagnostics));
  const listed = names('## Services that are right').filter((name) => !name.includes('+'));
  expect(listed).toEqual(['usual', ...variants.value.map(({ name }) => name)]);
});

it('names the rules with the fewest checks as they are now', () => {
  const empty = { seed: 1, untried: 0, tried: [], defects: allDefects(), scenarios: SCENARIOS };
  const fresh = markdownMatrix(buildMatrix(empty));
  const table = /## The rules with the fewest checks\n\n([^#]*)\n## /;
  expect(table.exec(PAGE)?.[1]).toBe(table.exec(fresh)?.[1]);
});

it('reports no survivor and no false alarm', () => {
  const counts = [...PAGE.matchAll(/^\| .* \| (\d+) of (\d+) \|$/gm)];
  expect(counts.length).toBe(5);
  expect(counts.filter(([, good, of]) => good !== of).map(([line]) => line)).toEqual([]);
});
