// A simulator that is killed, and another one that goes on with its state.
import { describe, expect, it, onTestFinished } from 'vitest';
import { createManualClock, type ManualClock } from '../../../src/kernel/manual-clock.js';
import { startSimulator, type RunningSimulator } from '../../../src/simulator/start-simulator.js';
import { createStateStore } from '../../../src/simulator/state/create-state-store.js';
import { fleetSpec, inTime } from '../control/rig.js';
import { dialectNamed } from '../dialect-named.js';
import { createHeldTables, type HeldTables } from './held-tables.js';

type Json = ReturnType<typeof JSON.parse>;

interface Life {
  readonly simulator: RunningSimulator;
  call(method: string, path: string, body?: unknown, key?: string): Promise<Json>;
}

/** @param tables undefined for a simulator that keeps nothing. */
async function begin(tables: HeldTables | undefined, clock: ManualClock): Promise<Life> {
  const store =
    tables && createStateStore({ tables, machine: clock, digest: (secret) => `digest of ${secret}` });
  const simulator = await startSimulator({
    fleet: fleetSpec(),
    dialect: dialectNamed('default'),
    clock,
    listen: false,
    ...(store && { store }),
  });
  onTestFinished(() => simulator.close());
  const session: { token?: string } = {};
  const rest = async (method: string, path: string, body?: unknown, key?: string): Promise<Json> => {
    const headers = {
      ...(session.token && { authorization: `Bearer ${session.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    const target = `/svc/v1${path}`;
    const text = body === undefined ? '' : JSON.stringify(body);
    const reply = await inTime(clock, simulator.simulator.rest({ method, target, headers, body: text }));
    return JSON.parse(reply.body);
  };
  const credentials = { clientId: 'operator', clientSecret: 'operator-secret' };
  session.token = (await rest('POST', '/auth/token', credentials)).data.accessToken;
  return { simulator, call: rest };
}

const relays = (index: number, action: string) => ({ relays: [{ index, action }] });

describe('a simulator that starts again', () => {
  it('has relays, settings, inputs, power, devices, passwords and clients as they were', async () => {
    const tables = createHeldTables();
    const clock = createManualClock(1_700_000_000_000);
    const { simulator, call } = await begin(tables, clock);
    await call('POST', '/devices/plant-1/relays/commands', relays(1, 'on'));
    await call('PUT', '/devices/plant-1/relays/2/jog-config', { durationMs: 777 });
    await call('PUT', '/devices/plant-1/rs485/baud-rate', { baudRate: 19_200 });
    const added = (deviceId: string) => ({ deviceId, name: deviceId, profileId: 'mini', password: 'p' });
    for (const deviceId of ['z-last', 'a-first']) await call('POST', '/devices', added(deviceId));
    await call('DELETE', '/devices/plant-3');
    // Another device under an identifier that was used before has nothing of its memory.
    await call('POST', '/devices/z-last/relays/commands', relays(1, 'on'));
    await call('DELETE', '/devices/z-last');
    await call('POST', '/devices', added('z-last'));
    await call('PUT', '/devices/plant-2/password', { currentPassword: 'old-password', newPassword: 'new' });
    simulator.device('plant-2')?.stimuli.setInput(2, true);
    simulator.device('mini-1')?.stimuli.cutPower();
    simulator.simulator.ports.access.setDisabled('reader', true);
    await clock.advance(10_000);
    const list = await call('GET', '/devices');
    const shown = (each: Life) =>
      ['plant-1', 'plant-2'].map((id) => each.simulator.device(id)?.reported().relays);

    const after = await begin(tables, clock);
    expect(await after.call('GET', '/devices')).toEqual(list);
    expect(shown(after)).toEqual(shown({ simulator, call }));
    expect(after.simulator.device('z-last')?.reported().relays[0]?.on).toBe(false);
    const config = (await after.call('GET', '/devices/plant-1/config')).data.config;
    expect(config).toMatchObject({ relays: [{}, { jogDurationMs: 777 }], rs485: { baudRate: 19_200 } });
    expect(after.simulator.device('plant-2')?.physical().digitalInputs[1]).toMatchObject({ active: true });
    expect(after.simulator.device('mini-1')?.physical().powered).toBe(false);
    const change = { currentPassword: 'new', newPassword: 'newer' };
    expect((await after.call('PUT', '/devices/plant-2/password', change)).code).toBe('SUCCESS');
    expect(after.simulator.simulator.ports.access.look('reader')?.disabled).toBe(true);
    // Nothing of it has happened now.
    const kinds = after.simulator.journal.records().map(({ kind }) => kind);
    expect(kinds).not.toContain('physical');
    expect(kinds).not.toContain('event');
  });

  it('ends what was in flight as TIMEOUT, never carries it out again, and makes no identifier twice', async () => {
    const tables = createHeldTables();
    const clock = createManualClock(1_700_000_000_000);
    const before = await begin(tables, clock);
    const body = relays(1, 'on');
    const done = await before.call('POST', '/devices/plant-1/relays/commands', body, 'done');
    // In flight when the process is killed: nobody lets time go on.
    const headers = { authorization: `Bearer ${await tokenOf(before)}`, 'content-type': 'application/json' };
    const target = '/svc/v1/devices/plant-2/relays/commands';
    const request = { method: 'POST', target, headers: { ...headers, 'idempotency-key': 'cut' } };
    void before.simulator.simulator.rest({ ...request, body: JSON.stringify(body) });
    await clock.advance(1);

    const after = await begin(tables, clock);
    const again = await after.call('POST', '/devices/plant-1/relays/commands', body, 'done');
    expect(again).toEqual(done);
    const cut = await after.call('POST', '/devices/plant-2/relays/commands', body, 'cut');
    expect(cut.data.command.status).toBe('TIMEOUT');
    expect(after.simulator.device('plant-2')?.physical().executions).toBe(0);
    const other = await after.call('POST', '/devices/plant-1/relays/commands', relays(1, 'off'), 'other');
    expect([done.data.command.commandId, cut.data.command.commandId]).not.toContain(
      other.data.command.commandId,
    );
  });

  it('lets go what a fault has held', async () => {
    const tables = createHeldTables();
    const clock = createManualClock(1_700_000_000_000);
    const { simulator } = await begin(tables, clock);
    simulator.faults.reorder([
      { fault: 'offline', on: { device: 'plant-1' } },
      { fault: 'client-disabled', on: { client: 'reader' } },
    ]);
    await clock.advance(1000);
    expect(simulator.device('plant-1')?.physical().linked).toBe(false);
    const after = await begin(tables, clock);
    expect(after.simulator.device('plant-1')?.physical().linked).toBe(true);
    expect(after.simulator.simulator.ports.access.look('reader')?.disabled).toBe(false);
  });

  it('has nothing of before a reset, and all of a snapshot that was put back', async () => {
    const tables = createHeldTables();
    const clock = createManualClock(1_700_000_000_000);
    const { simulator, call } = await begin(tables, clock);
    const done = await call('POST', '/devices/plant-1/relays/commands', relays(2, 'on'), 'k');
    const snapshot = simulator.snapshot();
    simulator.reset();
    const reset = await begin(tables, clock);
    expect(reset.simulator.device('plant-1')?.reported().relays[1]?.on).toBe(false);
    expect(tables.count('commands')).toBe(0);
    reset.simulator.restore(snapshot);
    await clock.advance(1);
    const after = await begin(tables, clock);
    expect(after.simulator.device('plant-1')?.reported().relays[1]?.on).toBe(true);
    expect(await after.call('POST', '/devices/plant-1/relays/commands', relays(2, 'on'), 'k')).toEqual(done);
  });

  it('does the same in its first life as one that keeps nothing, record by record', async () => {
    const journalOf = async (tables: HeldTables | undefined): Promise<string> => {
      const clock = createManualClock(1_700_000_000_000);
      const { simulator, call } = await begin(tables, clock);
      for (const action of ['on', 'off', 'jog']) {
        await call('POST', '/devices/plant-1/relays/commands', relays(1, action), action);
        await call('GET', '/devices/plant-1');
        await call('POST', '/devices/plant-1/relays/commands', relays(1, action), action);
      }
      return JSON.stringify(simulator.journal.records());
    };
    expect(await journalOf(createHeldTables())).toBe(await journalOf(undefined));
  });
});

async function tokenOf({ call }: Life): Promise<string> {
  const credentials = { clientId: 'operator', clientSecret: 'operator-secret' };
  return (await call('POST', '/auth/token', credentials)).data.accessToken;
}
