import { describe, expect, test } from 'vitest';
import { createManualClock, type ManualClock, startSimulator } from '../../src/index.js';

async function refresh(url: string, token: string): Promise<number> {
  const reply = await fetch(`${url}/svc/v1/devices/mini-01`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await reply.arrayBuffer();
  return reply.status;
}

/** Moves the clock whenever somebody waits for it, until the work is done: sockets stay real. */
async function drive<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  let done = false;
  void work.finally(() => (done = true));
  while (!done) {
    await new Promise(setImmediate);
    const next = clock.pending()[0];
    if (next) await clock.advance(next.dueAt - clock.now());
  }
  return work;
}

async function tokenFrom(url: string): Promise<string> {
  const reply = await fetch(`${url}/svc/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId: 'reader', clientSecret: 'demo-reader-secret' }),
  });
  return ((await reply.json()) as { data: { accessToken: string } }).data.accessToken;
}

describe('the package', () => {
  test('starts a simulator whose time a test drives by hand', async () => {
    const clock = createManualClock();
    const simulator = await startSimulator({ clock });
    try {
      const token = await tokenFrom(simulator.url);
      expect(await drive(clock, refresh(simulator.url, token))).toBe(200);
      expect(await refresh(simulator.url, token)).toBe(429);
      await clock.advance(3000);
      expect(await drive(clock, refresh(simulator.url, token))).toBe(200);
    } finally {
      await simulator.close();
    }
  });

  test('says what is wrong with a file that it is given', async () => {
    await expect(startSimulator({ fleet: 'test/cli/no-such-fleet.yaml' })).rejects.toThrow('no such file');
  });
});
