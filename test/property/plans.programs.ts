// Random programs against the right simulator under every fault plan that keeps the interface: nothing is ever
// called wrong. PROGRAMS sets how many programs each plan gets.
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faultType } from '../../src/simulator/faults/registry.js';
import { executorWith, searchWith, simulated } from './executor.js';

const PROGRAMS = Number(process.env['PROGRAMS'] ?? 60);
const SEED = Number(process.env['SEED'] ?? 1);

const LEGAL = readdirSync('fixtures/faults').filter((plan) =>
  (simulated({ plan }).faults ?? []).every(({ type }) => faultType(type)?.legality.legal === true),
);

describe(`a right simulator, ${PROGRAMS} programs each`, () => {
  it.each([undefined, ...LEGAL])('is never called wrong under %s', async (plan) => {
    const executor = await executorWith(plan === undefined ? {} : { plan });
    const { counterexamples, programs, unfinished } = await searchWith(executor, {
      runs: PROGRAMS,
      seed: SEED,
    });
    const doubtful = counterexamples.filter(({ standing }) => standing.kind === 'doubtful').length;
    process.stdout.write(
      `${plan ?? 'no faults'}: ${programs} programs, ${unfinished} unfinished, ${doubtful} rules in doubt\n`,
    );
    const wronged = counterexamples.filter(({ standing }) => standing.kind === 'confirmed');
    expect(wronged.map(({ finding, index }) => ({ index, ...finding }))).toEqual([]);
  });
});
