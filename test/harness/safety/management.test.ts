// Management: only the device that the profile offers, and it is afterwards as it was.
import { expect, test } from 'vitest';
import type { Call } from '../../../src/harness/target/call.js';
import { createGate } from '../../../src/harness/safety/gate/gate.js';
import { plainDialect } from '../target/plain-dialect.js';
import { createSafety } from '../../../src/harness/safety/safety.js';
import { createRig, PROFILE, refusal, success } from '../target/rig.js';

const management = { deviceId: 'managed-1', profileId: 'io', password: 'managed-password' };
const manager = { clientId: 'client-3', clientSecret: 'secret-3', scopes: ['device:manage'] } as const;
const profile = { ...PROFILE, management, clients: { ...PROFILE.clients, manager } };
const by = { client: 'manager' };
const add = (deviceId = 'managed-1'): Call => ({
  name: 'addDevice',
  addition: { deviceId, profileId: 'io', password: 'other-password' },
});

/** A service with a list of devices; `there` can be changed at any time. */
const gate = createGate({ profile, dialect: plainDialect });

function service(...there: string[]) {
  const done: string[] = [];
  const rig = createRig(
    {
      http: ({ method, path, json }) => {
        if (path.startsWith('/svc/v1/auth') || !path.startsWith('/svc/v1/devices')) return undefined;
        if (method === 'GET') return success({ devices: there.map((deviceId) => ({ deviceId })) });
        const { deviceId = path.split('/').at(-1) ?? '', password = '' } = json as Record<string, string>;
        done.push(`${method} ${deviceId} ${password}`.trim());
        if (method === 'DELETE') there.splice(0, there.length, ...there.filter((id) => id !== deviceId));
        else if (there.includes(deviceId)) return refusal(409, 'DEVICE_EXISTS');
        else there.push(deviceId);
        return success({ device: { deviceId } });
      },
    },
    { profile, gate },
  );
  const safety = createSafety(rig.target, profile, { gate });
  return { ...rig, done, there, safety, guarded: safety.protect(rig.target) };
}

test('removes what was not there before', async () => {
  const { guarded, safety, there, done } = service('dev-1');
  await guarded.request(add(), by);
  expect(there).toEqual(['dev-1', 'managed-1']);
  expect(await safety.restore()).toEqual([]);
  expect(there).toEqual(['dev-1']);
  expect(await safety.restore()).toEqual([]);
  expect(done).toEqual(['POST managed-1 other-password', 'DELETE managed-1']);
});

test('adds anew what was there before, with the password of the profile', async () => {
  const { guarded, safety, done } = service('managed-1');
  const change = { currentPassword: 'managed-password', newPassword: 'new-password' };
  await guarded.request({ name: 'changePassword', deviceId: 'managed-1', change }, by);
  done.length = 0;
  expect(await safety.restore()).toEqual([]);
  expect(done).toEqual(['DELETE managed-1', 'POST managed-1 managed-password']);
});

test('leaves the list alone when nothing was managed', async () => {
  const { safety, arrived } = service('managed-1');
  expect(await safety.restore()).toEqual([]);
  expect(arrived).toEqual([]);
});

test('touches no other device, and none when nobody can tell how it was', async () => {
  const { guarded, safety } = service('dev-1');
  expect(safety.guard({ name: 'removeDevice', deviceId: 'dev-1' })).toBe(
    'device dev-1 is not added, removed or given a password: the profile offers only managed-1 for it',
  );
  await expect(guarded.request(add('managed-2'), by)).rejects.toThrow('the profile offers only managed-1');
  const blind = createRig({ http: () => refusal(403, 'AUTH_SCOPE_DENIED') }, { profile, gate });
  const protectedTarget = createSafety(blind.target, profile, { gate }).protect(blind.target);
  await expect(protectedTarget.request(add(), by)).rejects.toThrow('nobody can tell whether it is there');
});

test('waits for a removal that got no reply before it adds anew, or the removal would come after it', async () => {
  const there = ['managed-1'];
  let late = (): void => undefined;
  const rig = createRig(
    {
      http: ({ method, path, json }) => {
        if (path.startsWith('/svc/v1/auth') || !path.startsWith('/svc/v1/devices')) return undefined;
        if (method === 'GET') return success({ devices: there.map((deviceId) => ({ deviceId })) });
        if (method === 'DELETE' && there.length > 0) {
          late();
          return 'break';
        }
        if (method === 'DELETE') return refusal(404, 'DEVICE_NOT_FOUND');
        there.push(String(json['deviceId']));
        return success({ device: { deviceId: 'managed-1' } });
      },
    },
    { profile, gate },
  );
  // The service takes three seconds to do what it was asked for.
  late = () => void rig.clock.setTimer('late', 3000, () => there.splice(0));
  const safety = createSafety(rig.target, profile, { gate });
  const removal: Call = { name: 'removeDevice', deviceId: 'managed-1' };
  const { outcome } = await safety.protect(rig.target).request(removal, by);
  expect(outcome.kind).toBe('broken');
  expect(await rig.clock.runUntil(safety.restore())).toEqual([]);
  await rig.clock.advance(10_000);
  expect(there).toEqual(['managed-1']);
});
