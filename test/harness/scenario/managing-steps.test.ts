// What the verbs send that add and remove a device and change its password.
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../src/harness/scenario/parse-scenario.js';
import { inTurn, PROFILE, runText } from './support/run-scenario.js';

const profile = {
  ...PROFILE,
  clients: { boss: { clientId: 'id-boss', clientSecret: 's', scopes: ['device:manage' as const] } },
  management: { deviceId: 'managed-1', profileId: 'io', password: 'managed-password' },
};

function withSteps(steps: string): string {
  return `title: A scenario of a test
rules: [devices.password]
needs:
  management: true
  clients: { manager: ['device:manage'] }
steps:${steps}`;
}

describe('verbs that manage', () => {
  it('send what the profile offers, as the client of the scenario', async () => {
    const steps = `
  - addDevice: $managed.deviceId
    profileId: $managed.profileId
    password: $managed.password
    name: spare
  - addDevice: $managed.deviceId
    profileId: $managed.profileId
    password: $managed.password
  - changePassword: $managed.deviceId
    from: $managed.password
    to: another
    expect: SUCCESS
  - removeDevice: $managed.deviceId
`;
    const { asked, result } = await runText(withSteps(steps), () => ({}), { profile });
    const addition = { deviceId: 'managed-1', profileId: 'io', password: 'managed-password' };
    const change = { currentPassword: 'managed-password', newPassword: 'another' };
    expect(asked.map(({ call }) => call)).toEqual([
      { name: 'addDevice', addition: { ...addition, name: 'spare' } },
      { name: 'addDevice', addition },
      { name: 'changePassword', deviceId: 'managed-1', change },
      { name: 'removeDevice', deviceId: 'managed-1' },
    ]);
    expect(new Set(asked.map(({ client }) => client))).toEqual(new Set(['boss']));
    expect(result.verdict).toBe('pass');
  });

  it('fail where the reply is not the one that is expected', async () => {
    const steps = `
  - changePassword: $managed.deviceId
    from: $managed.password
    to: another
    expect: SUCCESS
`;
    const refusal = inTurn({ changePassword: [{ code: 'PASSWORD_INVALID' }] });
    const { result } = await runText(withSteps(steps), refusal, { profile });
    expect(result.verdict).toBe('fail');
  });

  it('exist over REST alone, and need what they send', () => {
    const steps = `
  - removeDevice: $managed.deviceId
    via: ws
    expect: SUCCESS
  - changePassword: $managed.deviceId
    to: another
`;
    const read = (text: string): readonly string[] => {
      const parsed = parseScenario(withSteps(text), 'scenarios/test/case.yaml');
      return parsed.ok ? [] : parsed.problems.map(({ line, message }) => `${line}: ${message}`);
    };
    expect(read(steps)).toEqual([
      '8: this request exists only over REST',
      expect.stringMatching(/^10: .*from/),
    ]);
  });
});
