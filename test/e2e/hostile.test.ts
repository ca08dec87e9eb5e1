// A small part of `npm run proof -- attack serve`: what would end the simulator at once is found here.
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { attack, settled } from '../attack/serve/campaign.js';
import { start } from './bin.js';
import { startTarget } from '../attack/serve/target.js';

it.each([
  ['default', false],
  ['scrambled', false],
  ['default', true],
] as const)(
  'hostile bytes do not end a simulator that speaks %s (HTTPS: %s), nor make it fail',
  async (dialect, tls) => {
    const target = await startTarget(dialect, tls);
    try {
      const descriptors = target.descriptors();
      const sizes = { rest: 400, frames: 600, control: 200, handshakes: tls ? 100 : 0, idle: 50 };
      const { total, failures } = await attack(target, sizes, 42);
      expect(total).toBeGreaterThan(1200);
      expect(target.death()).toBeUndefined();
      expect(failures).toEqual([]);
      expect(await target.ask('/svc/v1/devices')).toBe(401);
      expect(await settled(target, descriptors + 2)).toBeLessThanOrEqual(descriptors + 2);
    } finally {
      await target.stop();
    }
  },
);

it('lives on when something fails that nobody has caught, says so, counts it, and ends in good order', async () => {
  const hook = fileURLToPath(new URL('files/throw-at-signal.mjs', import.meta.url));
  const running = start(['serve', '--port', '0', '--control-port', '0'], {
    env: { NODE_OPTIONS: `--import ${hook}` },
  });
  const [, url = ''] = await running.printed('stdout', /listening on (http:\S+)/);
  const plane = /CONFORM_CONTROL=(\S+) CONFORM_CONTROL_TOKEN=(\S+)/;
  const [, control = '', token = ''] = await running.printed('stdout', plane);
  running.kill('SIGUSR2');
  await running.printed('stderr', /failed by its own fault: thrown by the test/);
  running.kill('SIGUSR2');
  await running.printed('stderr', /failed by its own fault: rejected by the test/);
  expect((await fetch(`${url}/svc/v1/devices`)).status).toBe(401);
  const metrics = await fetch(`${control}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  expect(await metrics.text()).toMatch(/^conform_bugs_total 2$/m);
  running.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 0 });
});
