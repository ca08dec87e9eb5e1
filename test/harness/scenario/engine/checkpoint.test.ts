// Where a step checks something: what is noted of it, and by which name reports call it.
import { expect, it } from 'vitest';
import { inTurn, runSteps, state } from '../support/run-scenario.js';
import { OK } from '../support/verb-runs.js';

it('an expectation that held is noted with its line, and with the rules of the scenario', async () => {
  const { result } = await runSteps('- ping:\n  via: ws\n  expect: SUCCESS', OK);
  expect(result.findings).toMatchObject([
    { rule: 'ws.ping', verdict: 'pass', where: 'line 7: ping via ws', expected: '{ code: SUCCESS }' },
  ]);
});

it('a step may speak of one rule of the scenario only', async () => {
  const steps = '- ping:\n  via: ws\n  rule: ws.ping\n  expect: SUCCESS';
  const { result } = await runSteps(steps, OK);
  expect(result.findings.map(({ rule }) => rule)).toEqual(['ws.ping']);
});

it('references in an expectation are filled in before they are compared and shown', async () => {
  const steps = `
- refresh: plant
  as: before
- refresh: plant
  expect: { relays: { lamp: $before.relays.lamp } }`;
  const { result } = await runSteps(
    steps,
    inTurn({ refresh: [state({ 3: true, 4: false }), state({ 3: false, 4: false })] }),
  );
  expect(result.findings.find(({ verdict }) => verdict === 'fail')).toMatchObject({
    expected: '{ relays: { lamp: on } }',
  });
});
