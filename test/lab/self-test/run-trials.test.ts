// Trials on several runners, and what a single one comes to on a real simulator.
import { describe, expect, it } from 'vitest';
import { bundledScenarios } from '../../../src/cli/load/scenarios.js';
import { trialService } from '../../../src/cli/self-test/run.js';
import { createTrialRunner, runTrials } from '../../../src/lab/self-test/run-trial.js';
import type { Trial, Tried } from '../../../src/lab/self-test/trial.js';

function trials(count: number): Trial[] {
  return Array.from({ length: count }, (_, nth): Trial => {
    return { id: `t${nth}`, kind: 'usual', defects: [], variants: [], seed: 1 };
  });
}

const QUIET = { begun: () => undefined, ended: () => undefined };
const nothing = (trial: Trial): Tried => ({ trial, checks: [], bugs: [] });

describe('trials', () => {
  it('are each run once, by whoever is free, and come back in their order', async () => {
    const taken: string[][] = [[], []];
    const runners = taken.map((mine, nth) => async (trial: Trial) => {
      mine.push(trial.id);
      // The second is slow.
      for (let turn = 0; turn < nth * 20; turn++) await Promise.resolve();
      return nothing(trial);
    });
    const tried = await runTrials(trials(9), runners, QUIET, new AbortController().signal);
    expect(tried.map(({ trial }) => trial.id)).toEqual(trials(9).map(({ id }) => id));
    expect(taken.flat().toSorted()).toEqual(trials(9).map(({ id }) => id));
    expect(taken[0]?.length).toBeGreaterThan(taken[1]?.length ?? 0);
  });

  it('end when they are interrupted, with what is known so far', async () => {
    const abort = new AbortController();
    const run = async (trial: Trial): Promise<Tried> => {
      if (trial.id === 't2') abort.abort();
      return Promise.resolve(nothing(trial));
    };
    const tried = await runTrials(trials(9), [run], QUIET, abort.signal);
    expect(tried.map(({ trial }) => trial.id)).toEqual(['t0', 't1']);
  });
});

describe('a trial', () => {
  const scenarios = bundledScenarios(process.cwd());
  const setup = { cwd: process.cwd(), over: 'calls' } as const;
  if (!scenarios.ok) throw new Error('what comes with the program can be read');
  const run = createTrialRunner(scenarios.value, (trial) => trialService(trial, setup));

  it('gives the same every time, to the last reason', async () => {
    const trial: Trial = {
      id: 'x',
      kind: 'pair',
      defects: ['budget-not-shared'],
      variants: ['latency-with-jitter', 'foreign-traffic'],
      seed: 3,
    };
    const first = await run(trial);
    expect(first.bugs).toEqual([]);
    expect(
      first.checks.some(({ breaches }) => breaches.some(({ rule }) => rule === 'refresh.shared-budget')),
    ).toBe(true);
    expect(await run(trial)).toEqual(first);
  });

  it('says what keeps it from being run', async () => {
    const tried = await run({
      id: 'x',
      kind: 'variant',
      defects: [],
      variants: ['nowhere'],
      seed: 1,
    });
    expect(tried).toMatchObject({ checks: [], bugs: ['there is no variant "nowhere"'] });
  });
});
