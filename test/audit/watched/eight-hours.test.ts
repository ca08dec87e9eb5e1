// A right service is not blamed in a working day of usual traffic, in virtual time.
import { expect, test } from 'vitest';
import { watchUsualTraffic } from './usual-traffic.js';

test('a right service is not blamed in eight hours', async () => {
  const { breaches, rules, requests } = await watchUsualTraffic({ minutes: 8 * 60, seed: 1 });
  expect(breaches).toEqual([]);
  expect(requests).toBeGreaterThan(20_000);
  expect(rules.size).toBeGreaterThan(25);
});
