// The verb changePassword: what it sends, and what it needs.
import { expect, it } from 'vitest';
import { problemsOf, runManaging } from '../support/managing.js';
import { inTurn } from '../support/run-scenario.js';

const STEPS = `
  - changePassword: $managed.deviceId
    from: $managed.password
    to: another
    expect: SUCCESS
`;

it('sends the current and the new password', async () => {
  const { asked, result } = await runManaging(STEPS);
  const change = { currentPassword: 'managed-password', newPassword: 'another' };
  expect(asked.map(({ call }) => call)).toEqual([{ name: 'changePassword', deviceId: 'managed-1', change }]);
  expect(result.verdict).toBe('pass');
});

it('fails where the reply is not the one that is expected', async () => {
  const { result } = await runManaging(STEPS, inTurn({ changePassword: [{ code: 'PASSWORD_INVALID' }] }));
  expect(result.verdict).toBe('fail');
});

it('needs the current password', () => {
  expect(problemsOf('\n  - changePassword: $managed.deviceId\n    to: another\n')).toEqual([
    '2: no step checks the rule devices.password',
    expect.stringMatching(/^7: .*from/),
  ]);
});
