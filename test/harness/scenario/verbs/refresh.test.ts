// The verb refresh: which device it asks for.
import { describe, expect, it } from 'vitest';
import { inTurn, runSteps, state } from '../support/run-scenario.js';
import { calls, OK, THEN_PING } from '../support/verb-runs.js';

describe('refresh', () => {
  it('asks for the state of the device that the scenario names', async () => {
    const ran = await runSteps('- refresh: plant' + THEN_PING, OK);
    expect(calls(ran)[0]).toEqual({ name: 'refresh', deviceId: 'dev-1' });
  });

  it('asks for a device that the profile does not know', async () => {
    const ran = await runSteps('- refresh: { deviceId: nobody }\n  patient: false' + THEN_PING, OK);
    expect(calls(ran)[0]).toEqual({ name: 'refresh', deviceId: 'nobody' });
  });

  it('a reply shows relays by the names of the scenario', async () => {
    const steps = '- refresh: plant\n  as: now\n  expect: { relays: { lamp: on, pump: off } }';
    const { result } = await runSteps(steps, () => state({ 3: true, 4: false, 5: true }));
    expect(result.verdict).toBe('pass');
  });

  it('client, via and authenticate say who asks, where and with what', async () => {
    const steps = `
- connect: line
  client: reader
- createToken: operator
  as: token
- ping:
  via: line
- refresh: plant
  authenticate: none
  patient: false
- refresh: plant
  authenticate: invalid
  patient: false
- refresh: plant
  authenticate: $token.data.accessToken
  patient: false
- ping:
  via: ws
  client: reader`;
    const ran = await runSteps(
      steps + THEN_PING,
      inTurn({ createToken: [{ data: { accessToken: 't-1' } }] }),
    );
    expect(ran.asked.slice(1, 6)).toMatchObject([
      { client: 'rd', connection: 'line#1' },
      { client: 'op', authentication: 'none' },
      { client: 'op', authentication: 'conform-this-is-no-token' },
      { client: 'op', authentication: 't-1' },
      { client: 'rd', connection: 'ws of reader#2' },
    ]);
  });
});
