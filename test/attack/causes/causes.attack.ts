// Services with one fault that breaks much: the run is red under the rule that the fault breaks, and names no other.
import { expect, it } from 'vitest';
import { attackSeed } from '../size.js';
import { runAgainst } from '../replies/run-mutated.js';
import { WIDE_FAULTS } from './causes.js';

it.each(WIDE_FAULTS)('names the rule that it breaks: $name', async ({ name, rules, end, decorate }) => {
  const run = await runAgainst({ decorations: () => [decorate()] }, attackSeed());
  const named = run.rules.map(([rule]) => rule);
  process.stdout.write(`${name}: ${run.kind}, ${named.join(', ') || 'no rule'}\n`);
  expect(run.checks.filter(({ verdict }) => verdict === 'error')).toEqual([]);
  expect(named.toSorted()).toEqual(rules.toSorted());
  expect(run.kind).toBe(end ?? (rules.length === 0 ? 'passed' : 'broken'));
});
