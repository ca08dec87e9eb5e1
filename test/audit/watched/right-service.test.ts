// A right service is not blamed for what passes between it and its clients, in virtual time.
import { expect, test } from 'vitest';
import { bundledVariants } from '../../../src/cli/load/variants.js';
import { watchUsualTraffic } from './usual-traffic.js';

test('in a working day of eight hours', async () => {
  const { breaches, rules, requests } = await watchUsualTraffic({ minutes: 8 * 60, seed: 1 });
  expect(breaches).toEqual([]);
  expect(requests).toBeGreaterThan(20_000);
  expect(rules.size).toBeGreaterThan(25);
});

test('that differs in any way that is legal', async () => {
  const variants = bundledVariants(process.cwd());
  if (!variants.ok) throw new Error(JSON.stringify(variants.diagnostics));
  // These clients speak the default dialect only.
  const own = variants.value.filter(({ dialect }) => dialect === undefined);
  const blamed: object[] = [];
  for (const { name } of own) {
    const { breaches } = await watchUsualTraffic({ minutes: 15, seed: 2, variant: name });
    blamed.push(...breaches.map(({ rule, expected, actual }) => ({ name, rule, expected, actual })));
  }
  expect(own.length).toBeGreaterThan(40);
  expect(blamed).toEqual([]);
});
