// The verb addDevice: what it sends, with and without a name.
import { expect, it } from 'vitest';
import { runManaging } from '../support/managing.js';

it('sends what the profile offers, as the client of the scenario', async () => {
  const { asked, result } = await runManaging(`
  - addDevice: $managed.deviceId
    profileId: $managed.profileId
    password: $managed.password
    name: spare
  - addDevice: $managed.deviceId
    profileId: $managed.profileId
    password: $managed.password
    expect: SUCCESS
`);
  const addition = { deviceId: 'managed-1', profileId: 'io', password: 'managed-password' };
  expect(asked.map(({ call }) => call)).toEqual([
    { name: 'addDevice', addition: { ...addition, name: 'spare' } },
    { name: 'addDevice', addition },
  ]);
  expect(new Set(asked.map(({ client }) => client))).toEqual(new Set(['boss']));
  expect(result.verdict).toBe('pass');
});
