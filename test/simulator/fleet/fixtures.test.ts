import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fleetOf, problemsOf, startFleet } from './parsing.js';
import { setRelays, transceive } from '../device/bench.js';

const FOLDER = new URL('../../../fixtures/fleets/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

describe('the fleets that come along', () => {
  it.each(readdirSync(FOLDER))('%s is free of problems', (name) => {
    expect(problemsOf(read(name))).toEqual([]);
  });
});

describe('the default fleet', () => {
  const text = read('default.yaml');

  it('has eighteen devices on the bench and two small ones', () => {
    const ids = [...startFleet(text).fleet.list()].map(({ deviceId }) => deviceId);
    expect(ids).toHaveLength(20);
    expect(ids.slice(0, 2)).toEqual(['bench-01', 'bench-02']);
    expect(ids.slice(-3)).toEqual(['bench-18', 'mini-01', 'mini-02']);
  });

  it('has a client for each permission, one that sees one device and one that is disabled', () => {
    const clients = fleetOf(text).clients.map(({ clientId, scopes, devices, disabled }) => ({
      clientId,
      scopes: scopes.map((scope) => scope.replace('device:', '')).join(' '),
      devices,
      disabled,
    }));
    expect(clients).toEqual([
      { clientId: 'operator', scopes: 'read control config manage', devices: 'all', disabled: false },
      { clientId: 'reader', scopes: 'read', devices: 'all', disabled: false },
      { clientId: 'controller', scopes: 'control', devices: 'all', disabled: false },
      { clientId: 'configurator', scopes: 'config', devices: 'all', disabled: false },
      { clientId: 'manager', scopes: 'manage', devices: 'all', disabled: false },
      { clientId: 'guest', scopes: 'read control', devices: ['mini-02'], disabled: false },
      { clientId: 'tenant', scopes: 'control config manage', devices: ['mini-02'], disabled: false },
      { clientId: 'retired', scopes: 'read control', devices: 'all', disabled: true },
    ]);
    for (const { secret } of fleetOf(text).clients) expect(secret).toMatch(/^demo-.*-secret$/);
  });

  it('has two peripherals on each bus that answer', async () => {
    const { fleet, clock } = startFleet(text);
    const device = fleet.get('bench-07')!;
    const ask = (data: string): Promise<unknown> => clock.runUntil(device.perform(transceive(data)));
    expect(await ask('ee0102')).toEqual({ kind: 'done', value: { data: 'ee0102' } });
    expect(await ask('010300000001840a')).toEqual({ kind: 'done', value: { data: '0103020064b9af' } });
    expect(await ask('aa')).toEqual({ kind: 'timeout' });
  });

  it('has the first input wired to the first relay', async () => {
    const { fleet, clock } = startFleet(text);
    const device = fleet.get('bench-01')!;
    await clock.runUntil(device.perform(setRelays([1, 'on'])));
    await clock.advance(20);
    expect(device.peripherals().digitalInputs[0]).toEqual({ index: 1, active: true });
  });

  it('has no device that acts by itself', async () => {
    const { fleet, clock } = startFleet(text);
    fleet.listen(() => undefined);
    await clock.advance(0);
    expect(clock.pending()).toEqual([]);
  });
});
