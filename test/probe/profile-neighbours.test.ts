// What a stimulus is seen to do: a value that changed into the one that was set is no chance.
import { describe, expect, it } from 'vitest';
import { profileNeighboursOf, timesShownAsSet } from '../../src/probe/profile-neighbours.js';
import type { ProbeReading, SightedAct, SightedExchange, Sights } from '../../src/probe/sights.js';

function read(at: number, value: number): SightedExchange {
  const peripherals = {
    relays: [],
    digitalInputs: [],
    analogInputs: [],
    sensors: [{ key: 'air', value }],
  };
  return {
    id: at,
    what: 'devices.read',
    channel: 'rest',
    client: 'reader',
    deviceId: 'd1',
    from: at,
    to: at + 10,
    ok: true,
    data: { device: { deviceId: 'd1' }, peripherals },
  } as unknown as SightedExchange;
}

function set(at: number, value: number): SightedAct {
  return { at, name: 'set-sensor', deviceId: 'd1', key: 'air', value };
}

function seen(exchanges: readonly SightedExchange[], acts: readonly SightedAct[]): Sights {
  return { exchanges, acts, events: [], connections: [] } as unknown as Sights;
}

describe('a sensor that was set', () => {
  const times = (...of: Parameters<typeof seen>): number | undefined =>
    timesShownAsSet(seen(...of), 'set-sensor').get('d1');

  it('was shown as set where it was shown otherwise before', () => {
    expect(times([read(0, 21), read(200, 40)], [set(100, 40)])).toBe(1);
    expect(times([read(0, 21), read(200, 40), read(400, 7)], [set(100, 40), set(300, 7)])).toBe(2);
  });

  it('was shown as set, whatever was done to other channels meanwhile', () => {
    const others = [set(100, 40), { at: 110, name: 'set-input', deviceId: 'd1', index: 1, active: true }];
    expect(times([read(0, 21), read(200, 40)], others)).toBe(1);
    const again = [set(100, 40), set(110, 50)];
    expect(times([read(0, 21), read(200, 40)], again)).toBeUndefined();
  });

  it('was not where it was like that before, or is not like that afterwards', () => {
    expect(times([read(0, 40), read(200, 40)], [set(100, 40)])).toBeUndefined();
    expect(times([read(0, 21), read(200, 21)], [set(100, 40)])).toBeUndefined();
    expect(times([read(200, 40)], [set(100, 40)])).toBeUndefined();
  });
});

describe('an input that was set', () => {
  const told = (index: number, active: boolean): Sights =>
    ({
      exchanges: [],
      connections: [],
      acts: [{ at: 100, name: 'set-input', deviceId: 'd1', index: 2, active: true }],
      events: [
        {
          at: 150,
          topic: 'device.state.changed',
          data: {
            deviceId: 'd1',
            changes: [{ kind: 'digitalInput', index }],
            peripherals: { relays: [], digitalInputs: [{ index, active }], analogInputs: [], sensors: [] },
          },
        },
      ],
    }) as unknown as Sights;

  it('was told as set where an event names it in this state', () => {
    expect(timesShownAsSet(told(2, true), 'set-input').get('d1')).toBe(1);
    expect(timesShownAsSet(told(2, false), 'set-input').get('d1')).toBeUndefined();
    expect(timesShownAsSet(told(3, true), 'set-input').get('d1')).toBeUndefined();
  });
});

it('another reading is told in other words than the line has', () => {
  const clients = { reader: { clientId: 'r', scopes: ['device:read'] } };
  const reading = { profile: { clients, devices: {} } } as unknown as ProbeReading;
  const told = profileNeighboursOf([], reading).filter(({ key }) => key === 'clients.reader.scopes');
  expect(told.map(({ now }) => now)).toEqual([
    expect.stringContaining('device:control'),
    expect.stringContaining('device:config'),
    expect.stringContaining('device:manage'),
  ]);
});
