// Connections that only wait say something every 25 s, so that no server takes them for left behind.
import { describe, expect, it } from 'vitest';
import { inTurn, runSteps } from '../support/run-scenario.js';
import { THEN_PING } from '../support/verb-runs.js';

/** When pings were sent, in whole seconds from the first one on. */
async function pingsIn(steps: string): Promise<number> {
  const { asked, result } = await runSteps(steps + THEN_PING, inTurn({}));
  expect(result.verdict).toBe('pass');
  return asked.filter(({ call }) => call.name === 'ping').length;
}

describe('a heartbeat', () => {
  it.each([
    [25, 1],
    [26, 2],
    [50, 2],
    [51, 3],
  ])('is sent in a wait of %i s, with the ping of the test: %i', async (seconds, pings) => {
    expect(await pingsIn(`- connect: idle\n- wait: ${seconds}s`)).toBe(pings);
  });

  it('is sent on each open connection, and on none that is closed', async () => {
    const steps = '- connect: left\n- connect: right\n- connect: gone\n- disconnect: gone\n- wait: 30s';
    expect(await pingsIn(steps)).toBe(3);
  });
});
