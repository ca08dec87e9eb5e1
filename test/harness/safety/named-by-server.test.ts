// Management where the server chooses what an added device is called: it is found again, and it alone is removed.
import { expect, test } from 'vitest';
import { namedByServer } from '../../../src/harness/profile/profile.js';
import type { RestoreRecord } from '../../../src/harness/restore/record.js';
import { createGate } from '../../../src/harness/safety/gate/gate.js';
import { createSafety } from '../../../src/harness/safety/safety.js';
import type { Call } from '../../../src/harness/target/call.js';
import { plainDialect } from '../target/plain-dialect.js';
import { createRig, PROFILE, success } from '../target/rig.js';

const manager = { clientId: 'client-3', clientSecret: 'secret-3', scopes: ['device:manage'] } as const;
const by = { client: 'manager' };
const add = (deviceId: string): Call => ({
  name: 'addDevice',
  addition: { deviceId, profileId: 'io', password: 'some-password' },
});

/** Gives each device that is added a number of its own. */
function service() {
  const management = namedByServer({ deviceId: 'serial-1', profileId: 'io', password: 'managed-password' });
  const profile = { ...PROFILE, management, clients: { ...PROFILE.clients, manager } };
  const gate = createGate({ profile, dialect: plainDialect });
  const there: string[] = ['dev-1'];
  const done: string[] = [];
  const stored: NonNullable<RestoreRecord['managed']>[] = [];
  let last = 100;
  const rig = createRig(
    {
      http: ({ method, path, json }) => {
        if (!path.startsWith('/svc/v1/devices')) return undefined;
        if (method === 'GET') return success({ devices: there.map((deviceId) => ({ deviceId })) });
        const asked = typeof json['deviceId'] === 'string' ? json['deviceId'] : path.split('/').at(-1);
        done.push(`${method} ${asked}`);
        if (method === 'DELETE') there.splice(0, there.length, ...there.filter((id) => id !== asked));
        else there.push(String(++last));
        return success({ device: { deviceId: String(last) } });
      },
    },
    { profile, gate },
  );
  const book = {
    device: () => undefined,
    managed: (before: NonNullable<RestoreRecord['managed']>) => void stored.push(before),
    stored: () => Promise.resolve(undefined),
  };
  const safety = createSafety(rig.target, profile, { gate, book });
  return { management, done, there, stored, safety, clock: rig.clock, guarded: safety.protect(rig.target) };
}

test('It is added by its serial number each time, and called as the last reply said', async () => {
  const { guarded, management, done } = service();
  await guarded.request(add(management.deviceId), by);
  expect(management.deviceId).toBe('101');
  await guarded.request({ name: 'removeDevice', deviceId: management.deviceId }, by);
  await guarded.request(add(management.deviceId), by);
  expect(management.deviceId).toBe('102');
  expect(done).toEqual(['POST serial-1', 'DELETE 101', 'POST serial-1']);
});

test('What an earlier run has added is removed under the name that it was given then', async () => {
  const { safety, there, done, clock } = service();
  there.push('77');
  const managed = { deviceId: '77', listed: false, profileId: 'io' };
  expect(safety.adopt({ devices: [], managed })).toEqual([]);
  expect(await clock.runUntil(safety.restore())).toEqual([]);
  expect(there).toEqual(['dev-1']);
  expect(done).toEqual(['DELETE 77']);
});

test('It is removed in the end, under the name that it was given, and no other device is', async () => {
  const { guarded, safety, there, management, stored } = service();
  await guarded.request(add('serial-1'), by);
  expect(safety.guard({ name: 'removeDevice', deviceId: 'dev-1' })).toContain('offers only 101');
  expect(await safety.restore()).toEqual([]);
  expect(there).toEqual(['dev-1']);
  expect(management.deviceId).toBe('101');
  expect(stored.map(({ deviceId, listed }) => [deviceId, listed])).toEqual([
    ['serial-1', false],
    ['101', false],
  ]);
});
