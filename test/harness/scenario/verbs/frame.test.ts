// The verb frame: a WebSocket frame written by hand.
import { describe, expect, it } from 'vitest';
import { runSteps } from '../support/run-scenario.js';
import { calls, OK, THEN_PING } from '../support/verb-runs.js';

describe('frame', () => {
  it('goes out as it is written', async () => {
    const steps = `
- frame: '{"type":'
  via: ws
  patient: false`;
    const ran = await runSteps(steps + THEN_PING, OK);
    expect(calls(ran)[0]).toEqual({ name: 'frame', text: '{"type":' });
  });
});
