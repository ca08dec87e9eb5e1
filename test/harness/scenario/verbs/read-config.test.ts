// The verb readConfig: which device it asks for.
import { describe, expect, it } from 'vitest';
import { runSteps } from '../support/run-scenario.js';
import { calls, OK, THEN_PING } from '../support/verb-runs.js';

describe('readConfig', () => {
  it('asks for the configuration of the device', async () => {
    const ran = await runSteps('- readConfig: plant' + THEN_PING, OK);
    expect(calls(ran)[0]).toEqual({ name: 'readConfig', deviceId: 'dev-1' });
  });
});
