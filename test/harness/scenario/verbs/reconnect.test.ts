// The verb reconnect.
import { describe, expect, it } from 'vitest';
import { runSteps } from '../support/run-scenario.js';
import { OK } from '../support/verb-runs.js';

describe('reconnect', () => {
  it('opens the connection anew, for the client that it had', async () => {
    const steps =
      '- connect: line\n  client: reader\n- reconnect: line\n- ping:\n  via: line\n  expect: SUCCESS';
    const ran = await runSteps(steps, OK);
    expect(ran.result.verdict).toBe('pass');
    expect(ran.asked).toMatchObject([{ client: 'rd', connection: 'line#2' }]);
  });
});
