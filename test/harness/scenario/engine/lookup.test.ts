// What the references of a scenario stand for.
import { expect, it } from 'vitest';
import { inTurn, runSteps } from '../support/run-scenario.js';
import { calls, OK, THEN_PING } from '../support/verb-runs.js';

it('a reference reads a capture, a device, a client and the run', async () => {
  const steps = `
- ping:
  via: ws
  as: own
- assert: { that: $own.code, is: SUCCESS }
- assert: { that: $plant.deviceId, is: dev-1 }
- assert: { that: $reader.clientId, is: id-rd }
- assert: { that: $run.patience, is: 2000 }`;
  expect((await runSteps(steps, OK)).result.verdict).toBe('pass');
});

it('a reference to a step that ran several times is a list, with null for what is missing', async () => {
  const steps = `
- parallel:
    - ping:
      via: ws
      times: 2
      as: burst
- assert: { that: $burst.data.answer, is: [1, null] }`;
  const { result } = await runSteps(steps, inTurn({ ping: [{ data: { answer: 1 } }, {}] }));
  expect(result.verdict).toBe('pass');
});

it('a reference without a value makes the check inconclusive, and nothing is sent for it', async () => {
  const steps = '- ping:\n  via: ws\n  as: own\n- readCommand: $own.data.commandId';
  const ran = await runSteps(steps + THEN_PING, OK);
  expect(ran.result.verdict).toBe('inconclusive');
  expect(ran.result.reason).toContain('own.data.commandId has no value');
  expect(calls(ran).some(({ name }) => name === 'readCommand')).toBe(false);
  const found = await runSteps(steps + THEN_PING, inTurn({ ping: [{ data: { commandId: 'c-1' } }] }));
  expect(calls(found)).toContainEqual({ name: 'readCommand', commandId: 'c-1' });
});
