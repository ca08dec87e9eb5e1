// The verb createToken: for which client, with which secret.
import { describe, expect, it } from 'vitest';
import { runSteps } from '../support/run-scenario.js';
import { OK, THEN_PING } from '../support/verb-runs.js';

describe('createToken', () => {
  it('asks as the client that it names, with the secret that it names', async () => {
    const ran = await runSteps('- createToken: reader\n  clientSecret: wrong' + THEN_PING, OK);
    expect(ran.asked[0]).toMatchObject({
      client: 'rd',
      call: { name: 'createToken', clientSecret: 'wrong' },
    });
  });
});
