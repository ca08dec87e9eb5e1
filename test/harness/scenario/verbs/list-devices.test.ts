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
