// The verb createTicket: for which client.
import { describe, expect, it } from 'vitest';
import { runSteps } from '../support/run-scenario.js';
import { OK, THEN_PING } from '../support/verb-runs.js';

describe('createTicket', () => {
  it('asks as the client that it names', async () => {
    const ran = await runSteps('- createTicket: reader' + THEN_PING, OK);
    expect(ran.asked[0]).toMatchObject({ client: 'rd', call: { name: 'createTicket' } });
  });
});
