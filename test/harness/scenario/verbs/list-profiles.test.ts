// The verb listProfiles.
import { describe, expect, it } from 'vitest';
import { runSteps } from '../support/run-scenario.js';
import { calls, OK, THEN_PING } from '../support/verb-runs.js';

describe('listProfiles', () => {
  it('asks for the device types', async () => {
    const ran = await runSteps('- listProfiles:' + THEN_PING, OK);
    expect(calls(ran)[0]).toEqual({ name: 'listProfiles' });
  });
});
