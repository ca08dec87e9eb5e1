import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createManualClock } from '../../src/kernel/manual-clock.js';
import { passTime } from '../../src/kernel/pass-time.js';

it('lets time pass until work over a real socket has ended', async () => {
  const clock = createManualClock();
  const server = createServer((_, response) => void clock.sleep(5000).then(() => response.end('late')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const reply = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(
    await passTime(
      clock,
      reply.then((response) => response.text()),
    ),
  ).toBe('late');
  expect(clock.now()).toBeGreaterThanOrEqual(5000);
});

it('passes on the failure of the work', async () => {
  const clock = createManualClock();
  const work = clock.sleep(30).then(() => Promise.reject(new Error('broken')));
  await expect(passTime(clock, work)).rejects.toThrow('broken');
});
