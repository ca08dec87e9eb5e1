// A small part of `npm run attack -- serve`: what would end the simulator at once is found here.
import { expect, it } from 'vitest';
import { attack, settled } from '../attack/serve/campaign.js';
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
