// Steps one after the other, until one of them ends the attempt.
import { expect, it } from 'vitest';
import { inTurn, runSteps } from '../support/run-scenario.js';
import { calls, OK } from '../support/verb-runs.js';

it('steps run in their order, and each is recorded before it is done', async () => {
  const { result } = await runSteps('- listProfiles:\n- ping:\n  via: ws\n  expect: SUCCESS', OK);
  const kinds = result.trace.filter(({ kind }) => kind === 'step' || kind === 'request');
  expect(kinds.map((each) => (each.kind === 'step' ? each.step : each.kind))).toEqual([
    'line 7: listProfiles',
    'request',
    'line 8: ping via ws',
    'request',
  ]);
});

it('what comes after a step that deviates is not done', async () => {
  const steps = '- ping:\n  via: ws\n  expect: SUCCESS\n- listProfiles:';
  const ran = await runSteps(steps, inTurn({ ping: [{ code: 'ODD' }] }));
  expect(ran.result.verdict).toBe('fail');
  expect(calls(ran)).toEqual([{ name: 'ping' }]);
});

it('a step that could not be prepared is named with its line', async () => {
  const { result } = await runSteps('- listProfiles:\n- ping:\n  via: ws\n  expect: SUCCESS', () => ({
    code: 'ODD',
  }));
  expect(result).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('line 7: ') });
});
