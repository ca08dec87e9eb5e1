// The verb listDevices: what it asks for, and the page.
import { expect, it } from 'vitest';
import { runSteps } from '../support/run-scenario.js';
import { OK } from '../support/verb-runs.js';

it.each([
  ['- listDevices:\n  expect: SUCCESS', { name: 'listDevices' }],
  ['- listDevices: { limit: 1 }\n  expect: SUCCESS', { name: 'listDevices', limit: 1 }],
])('%s', async (steps, call) => {
  const { result, target } = await runSteps(steps, OK);
  expect(result.verdict).toBe('pass');
  expect(target.asked.at(-1)?.call).toEqual(call);
});

it('asks for pages that the list before fills', async () => {
  const devices = Array.from({ length: 12 }, (_, at) => ({ deviceId: `dev-${at}` }));
  const steps = `
- listDevices:
  as: all
- listDevices: { limit: $all.fullPages.fewest }
- listDevices: { limit: $all.fullPages.most }
- assert: { that: $all.lastDevice.deviceId, is: dev-11 }`;
  const { result, asked } = await runSteps(steps, () => ({ data: { devices } }));
  expect(result.verdict).toBe('pass');
  expect(asked.map(({ call }) => ('limit' in call ? call.limit : undefined))).toEqual([undefined, 6, 2]);
});
