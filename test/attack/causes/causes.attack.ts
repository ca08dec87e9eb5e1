// Services with one fault that breaks much: the run is red under the rule that the fault breaks, and names no other.
import { expect, it } from 'vitest';
import { attackSeed, sized } from '../size.js';
import { runAgainst } from '../replies/run-mutated.js';
import { WIDE_FAULTS } from './causes.js';

/** A part of them, another one with each seed. */
const from = attackSeed() % WIDE_FAULTS.length;
const CHOSEN = [...WIDE_FAULTS.slice(from), ...WIDE_FAULTS.slice(0, from)].slice(
  0,
  sized(WIDE_FAULTS.length),
);

it.each(CHOSEN)('names the rule that it breaks: $name', async ({ name, rules, end, edge }) => {
  const run = await runAgainst({ edges: [edge] }, attackSeed());
  const named = run.rules.map(([rule]) => rule);
  process.stdout.write(`${name}: ${run.kind}, ${named.join(', ') || 'no rule'}\n`);
  expect(run.checks.filter(({ verdict }) => verdict === 'error')).toEqual([]);
  expect(named.toSorted()).toEqual(rules.toSorted());
  expect(run.kind).toBe(end ?? (rules.length === 0 ? 'passed' : 'broken'));
});
