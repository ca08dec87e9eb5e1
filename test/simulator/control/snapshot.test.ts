import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { inTime, type Json, type Rig, startRig } from './rig.js';

/** A cloud in which something of everything has happened. */
async function disturb(rig: Rig): Promise<{ readonly token: string }> {
  const { control, service, clock, logIn, simulator } = rig;
  const token = await logIn();
  const addition = { deviceId: 'new-1', name: 'New', profileId: 'io', password: 'pass-1' };
  await service('POST', '/devices', addition, token);
  await service('DELETE', '/devices/mini-1', undefined, token);
  const change = { currentPassword: 'old-password', newPassword: 'pass-2' };
  await service('PUT', '/devices/plant-3/password', change, token);
  await inTime(clock, service('PUT', '/devices/plant-1/rs485/baud-rate', { baudRate: 19_200 }, token));
  await inTime(clock, service('PUT', '/devices/plant-1/relays/2/jog-config', { durationMs: 750 }, token));
  await inTime(clock, switchRelay(rig, token, 'key-1'));
  for (const [deviceId, stimulus] of [
    ['plant-1', { kind: 'set-input', index: 3, active: true }],
    ['plant-1', { kind: 'set-analog', index: 1, value: 4.5 }],
    ['plant-1', { kind: 'set-sensor', key: 'temperature', value: 31 }],
    ['plant-2', { kind: 'drop-link' }],
    ['plant-3', { kind: 'cut-power' }],
  ] as const) {
    expect((await control('POST', `/devices/${deviceId}/stimuli`, stimulus)).status).toBe(200);
  }
  await clock.advance(1000);
  await control('PATCH', '/clients/reader', { disabled: true });
  await control('POST', '/faults', {
    fault: 'slow',
    id: 'slow-day',
    on: { device: 'plant-2' },
    with: { delay: '5ms' },
  });
  await inTime(clock, service('GET', '/devices/plant-1', undefined, token));
  expect(simulator.simulator.fleet.count).toBe(4);
  return { token };
}

function switchRelay({ simulator }: Rig, token: string, key: string, action = 'on'): Promise<Json> {
  return fetch(`${simulator.url}/svc/v1/devices/plant-1/relays/commands`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ relays: [{ index: 1, action }] }),
  }).then((response) => response.json());
}

it('puts back what it has taken: a second snapshot is the same', async () => {
  const rig = await startRig();
  await disturb(rig);
  const taken = (await rig.control('GET', '/snapshot')).body;
  await rig.control('POST', '/reset');
  expect((await rig.control('GET', '/snapshot')).body).not.toEqual(taken);
  expect((await rig.control('PUT', '/snapshot', taken)).body).toEqual({ restored: true });
  expect((await rig.control('GET', '/snapshot')).body).toEqual(taken);
});

it('puts a snapshot into another simulator with the same fleet file', async () => {
  const [one, other] = [await startRig(), await startRig()];
  await disturb(one);
  const taken = (await one.control('GET', '/snapshot')).body;
  await other.control('PUT', '/snapshot', taken);
  const { body } = await other.control('GET', '/devices/plant-1');
  expect(body).toMatchObject({ baudRate: 19_200, refreshIn: expect.any(Number) });
  expect(body.relays).toMatchObject([{ on: true, closed: true }, { jogDuration: 750 }]);
  expect(body.digitalInputs[2]).toMatchObject({ active: true });
  expect([body.analogInputs[0].value, body.sensors[0].value]).toEqual([4.5, 31]);
  expect((await other.control('GET', '/devices/plant-2')).body).toMatchObject({
    linked: false,
    online: false,
  });
  expect((await other.control('GET', '/devices/plant-3')).body).toMatchObject({
    supplied: false,
    online: false,
  });
  expect((await other.control('GET', '/faults')).body.faults).toMatchObject([
    { id: 'slow-day', state: 'active' },
  ]);
});

it('keeps commands and keys: a repeat after a restore sends no second command', async () => {
  const rig = await startRig();
  const { token } = await disturb(rig);
  const before = await switchRelay(rig, token, 'key-1');
  await rig.control('PUT', '/snapshot', (await rig.control('GET', '/snapshot')).body);
  await rig.control('DELETE', '/faults');
  const repeated = await switchRelay(rig, await rig.logIn(), 'key-1');
  expect(repeated.data.command.commandId).toBe(before.data.command.commandId);
  expect((await rig.control('GET', '/devices/plant-1/witness')).body.executions).toBe(0);
});

it('lets waits go on where they were', async () => {
  const rig = await startRig();
  await disturb(rig);
  const left = async () => (await rig.control('GET', '/devices/plant-1')).body.refreshIn;
  const before = await left();
  expect(before).toBeGreaterThan(0);
  const taken = (await rig.control('GET', '/snapshot')).body;
  await rig.clock.advance(3_600_000);
  await rig.control('PUT', '/snapshot', taken);
  expect(await left()).toBe(before);
});

it('gives new access tokens only: none is in a snapshot', async () => {
  const rig = await startRig();
  const { token } = await disturb(rig);
  const taken = await rig.control('GET', '/snapshot');
  expect(taken.text).not.toContain(token);
  expect(taken.text).not.toContain('-secret');
  await rig.control('PUT', '/snapshot', taken.body);
  expect((await rig.service('GET', '/devices', undefined, token)).status).toBe(401);
  const added = await rig.service('GET', '/devices/new-1/config', undefined, await rig.logIn());
  expect(added.status).toBe(200);
});

it('ends a command that was running as TIMEOUT: nobody knows what became of it', async () => {
  const rig = await startRig();
  const token = await rig.logIn();
  const running = switchRelay(rig, token, 'key-9');
  while (rig.simulator.simulator.ports.ledger.size === 0)
    await new Promise((resolve) => setImmediate(resolve));
  const taken = (await rig.control('GET', '/snapshot')).body;
  expect(taken.commands[0].command.status).toBe('timeout');
  await inTime(rig.clock, running);
});

it('goes back to the fleet file, closes connections with 1001, and goes on with its journal', async () => {
  const rig = await startRig();
  const { control, simulator } = rig;
  await disturb(rig);
  const { ticket } = (await rig.service('POST', '/ws/ticket')).body?.data ?? {};
  const socket = new WebSocket(`${simulator.url!.replace('http', 'ws')}/svc/v1/ws?ticket=${ticket}`);
  await new Promise((resolve) => socket.once('open', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const { lastSeq } = simulator.journal;
  expect((await control('POST', '/reset')).body).toEqual({ reset: true });
  expect(await closed).toBe(1001);
  expect((await control('GET', '/devices')).body.devices.map((each: Json) => each.deviceId)).toContain(
    'mini-1',
  );
  expect((await control('GET', '/commands')).body.count).toBe(0);
  expect((await control('GET', '/faults')).body.faults).toEqual([]);
  expect((await control('GET', '/clients/reader')).body.disabled).toBe(false);
  expect(simulator.journal.records({ since: lastSeq })[0]).toMatchObject({ kind: 'stimulus', name: 'reset' });
  expect((await rig.service('GET', '/devices')).status).toBe(200);
});

it('refuses what is no snapshot, and says where', async () => {
  const rig = await startRig();
  const taken = (await rig.control('GET', '/snapshot')).body;
  const { status, body } = await rig.control('PUT', '/snapshot', {
    ...taken,
    budgets: [{ deviceId: 'a', wait: 'long' }],
  });
  expect(status).toBe(400);
  expect(body.problems[0].pointer).toBe('/budgets/0/wait');
});
