// The verb removeDevice: what it sends, and that it exists over REST alone.
import { expect, it } from 'vitest';
import { problemsOf, runManaging } from '../support/managing.js';

it('asks for the removal of the device that may be managed', async () => {
  const { asked, result } = await runManaging('\n  - removeDevice: $managed.deviceId\n    expect: SUCCESS\n');
  expect(asked.map(({ call }) => call)).toEqual([{ name: 'removeDevice', deviceId: 'managed-1' }]);
  expect(result.verdict).toBe('pass');
});

it('exists over REST alone', () => {
  const steps = '\n  - removeDevice: $managed.deviceId\n    via: ws\n    expect: SUCCESS\n';
  expect(problemsOf(steps)).toEqual(['8: this request exists only over REST']);
});
