// The verb ping.
import { describe, expect, it } from 'vitest';
import { runSteps } from '../support/run-scenario.js';
import { OK } from '../support/verb-runs.js';

describe('ping', () => {
  it('goes out as session.ping over the connection that it names', async () => {
    const ran = await runSteps('- connect: line\n- ping:\n  via: line\n  expect: SUCCESS', OK);
    expect(ran.result.verdict).toBe('pass');
    expect(ran.asked).toMatchObject([{ call: { name: 'ping' }, channel: 'ws', connection: 'line#1' }]);
  });
});
