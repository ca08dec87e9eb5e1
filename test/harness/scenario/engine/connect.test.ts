// Opening connections with patience.
import { expect, it } from 'vitest';
import { runSteps } from '../support/run-scenario.js';
import { OK } from '../support/verb-runs.js';

const STEPS = '- connect: line\n- ping:\n  via: line\n  expect: SUCCESS';

it('interference is waited out, with growing delays', async () => {
  let tries = 0;
  const answers = [503, 429, 'open'] as const;
  const { result, target } = await runSteps(STEPS, OK, {
    connect: () => {
      tries++;
      return answers[tries - 1] ?? 'open';
    },
  });
  expect(result.verdict).toBe('pass');
  expect(tries).toBe(3);
  expect(target.open()).toEqual([]);
});

it('a refusal is not tried again within the attempt', async () => {
  let tries = 0;
  const { result } = await runSteps(STEPS, OK, {
    connect: () => {
      tries++;
      return 401;
    },
  });
  expect(result).toMatchObject({ verdict: 'inconclusive' });
  expect(result.reason).toContain('no connection could be opened');
  expect(tries).toBe(1);
});

it('interference that does not end is given up after eight tries in each attempt', async () => {
  let tries = 0;
  const { result } = await runSteps(STEPS, OK, {
    connect: () => {
      tries++;
      return 503;
    },
  });
  expect(result).toMatchObject({ verdict: 'inconclusive', attempts: 3 });
  expect(tries).toBe(24);
});
