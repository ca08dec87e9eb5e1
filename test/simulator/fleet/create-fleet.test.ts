import { describe, expect, it } from 'vitest';
import type { DeviceEvent } from '../../../src/simulator/device/device.js';
import { setRelays } from '../device/bench.js';
import { startFleet } from './parsing.js';

const TEXT = `
profiles:
  p:
    model: Model P
    relays: [{ count: 2 }]
    digitalInputs: [{}]
    sensors: { t: {} }
    rs485: {}
  ticking:
    digitalInputs: [{ pattern: square 2s }]
  chatty:
    rs485: { peripherals: [{ kind: chatty, data: ff, interval: 1s }] }
devices:
  - { deviceId: 'a-{1..3}', profile: p, name: 'Device {n}', password: 'pass-{n}' }
  - { deviceId: b, profile: p }
`;

describe('a fleet', () => {
  it('lists its devices in the order of the file, and its profiles', () => {
    const { fleet } = startFleet(TEXT);
    expect([...fleet.list()]).toEqual([
      { deviceId: 'a-1', name: 'Device 1', profileId: 'p' },
      { deviceId: 'a-2', name: 'Device 2', profileId: 'p' },
      { deviceId: 'a-3', name: 'Device 3', profileId: 'p' },
      { deviceId: 'b', name: 'b', profileId: 'p' },
    ]);
    expect(fleet.count).toBe(4);
    expect(fleet.profiles[0]).toEqual({
      profileId: 'p',
      model: 'Model P',
      relays: 2,
      digitalInputs: 1,
      analogInputs: 0,
      sensors: 1,
      rs485: true,
    });
  });

  it('makes a device once, when it is first asked for', () => {
    const { fleet } = startFleet(TEXT);
    expect([...fleet.made()]).toEqual([]);
    expect(fleet.has('a-2')).toBe(true);
    expect(fleet.status('a-2')).toEqual({ online: true, powered: true });
    expect([...fleet.made()]).toEqual([]);
    const device = fleet.get('a-2');
    expect(device?.deviceId).toBe('a-2');
    expect(fleet.get('a-2')).toBe(device);
    expect([...fleet.made()]).toEqual([device]);
  });

  it('knows nothing of a device that is not in it', () => {
    const { fleet } = startFleet(TEXT);
    for (const id of ['a-0', 'a-4', 'c', '']) {
      expect(fleet.has(id)).toBe(false);
      expect(fleet.get(id)).toBeUndefined();
      expect(fleet.status(id)).toBeUndefined();
      expect(fleet.identity(id)).toBeUndefined();
      expect(fleet.passwordOf(id)).toBeUndefined();
      expect(fleet.setPassword(id, 'x')).toBe(false);
      expect(fleet.remove(id)).toBe(false);
    }
  });

  it('shows what has become of a device', async () => {
    const { fleet, clock } = startFleet(TEXT);
    fleet.get('b')?.stimuli.cutPower();
    expect(fleet.status('b')).toEqual({ online: true, powered: false });
    await clock.advance(200);
    expect(fleet.status('b')).toEqual({ online: false, powered: false });
    expect(fleet.status('a-1')).toEqual({ online: true, powered: true });
  });

  it('adds a device at the end, unless its id is taken or its profile unknown', () => {
    const { fleet } = startFleet(TEXT);
    expect(fleet.add({ deviceId: 'a-9', name: 'Nine', profileId: 'p', password: 'nine' })).toBe('added');
    expect(fleet.add({ deviceId: 'a-9', profileId: 'p', password: 'x' })).toBe('exists');
    expect(fleet.add({ deviceId: 'a-1', profileId: 'p', password: 'x' })).toBe('exists');
    expect(fleet.add({ deviceId: 'new', profileId: 'q', password: 'x' })).toBe('unknown-profile');
    expect([...fleet.list()].at(-1)).toEqual({ deviceId: 'a-9', name: 'Nine', profileId: 'p' });
    expect(fleet.count).toBe(5);
    expect(fleet.passwordOf('a-9')).toBe('nine');
    expect(fleet.get('a-9')?.channels.relays).toBe(2);
  });

  it('forgets a device that is removed, and all that it did', async () => {
    const { fleet, clock } = startFleet(TEXT);
    const device = fleet.get('a-2');
    await clock.runUntil(device!.perform(setRelays([1, 'jog'])));
    expect(fleet.remove('a-2')).toBe(true);
    expect(clock.pending()).toEqual([]);
    expect(fleet.remove('a-2')).toBe(false);
    expect([...fleet.list()].map(({ deviceId }) => deviceId)).toEqual(['a-1', 'a-3', 'b']);
    expect(fleet.count).toBe(3);
    expect(fleet.add({ deviceId: 'a-2', profileId: 'p', password: 'again' })).toBe('added');
    expect(fleet.get('a-2')).not.toBe(device);
    expect(fleet.get('a-2')?.physical().executions).toBe(0);
    expect(fleet.remove('a-2')).toBe(true);
    expect(fleet.has('a-2')).toBe(false);
  });

  it('keeps passwords, with the number of the device in them', () => {
    const { fleet } = startFleet(TEXT);
    expect(fleet.passwordOf('a-2')).toBe('pass-2');
    expect(fleet.passwordOf('b')).toBe('demo-password');
    expect(fleet.setPassword('a-2', 'new')).toBe(true);
    expect(fleet.passwordOf('a-2')).toBe('new');
    expect(fleet.passwordOf('a-1')).toBe('pass-1');
  });

  it('forgets a changed password with its device', () => {
    const { fleet } = startFleet(TEXT);
    fleet.setPassword('b', 'changed');
    fleet.remove('b');
    fleet.add({ deviceId: 'b', profileId: 'p', password: 'fresh' });
    expect(fleet.passwordOf('b')).toBe('fresh');
  });
});

describe('one who listens to a fleet', () => {
  it('hears the devices, those made before and those made after, until it stops', async () => {
    const { fleet, clock } = startFleet(TEXT);
    const early = fleet.get('a-1');
    const heard: [string, DeviceEvent['kind']][] = [];
    const stop = fleet.listen((deviceId, event) => heard.push([deviceId, event.kind]));
    expect([...fleet.made()]).toHaveLength(1);
    early?.stimuli.dropLink();
    fleet.get('b')?.stimuli.dropLink();
    stop();
    stop();
    fleet.get('b')?.stimuli.restoreLink();
    await clock.advance(1000);
    expect(heard).toEqual([
      ['a-1', 'offline'],
      ['b', 'offline'],
    ]);
  });

  it('wakes the devices that act by themselves, and lets them rest when it stops', async () => {
    const { fleet, clock } = startFleet(`${TEXT}
  - { deviceId: 'tick-{1..2}', profile: ticking }
  - { deviceId: 'chat-1', profile: chatty }`);
    expect(clock.pending()).toEqual([]);
    const heard = new Set<string>();
    const stop = fleet.listen((deviceId, { kind }) => heard.add(`${deviceId} ${kind}`));
    await clock.advance(3000);
    expect([...heard].toSorted()).toEqual([
      'chat-1 rs485-received',
      'tick-1 state-changed',
      'tick-2 state-changed',
    ]);
    expect([...fleet.made()]).toHaveLength(3);
    stop();
    expect(clock.pending()).toEqual([]);
  });

  it('hears a device that acts by itself also when that is added later', async () => {
    const { fleet, clock } = startFleet(TEXT);
    const heard: string[] = [];
    fleet.listen((deviceId) => heard.push(deviceId));
    fleet.add({ deviceId: 'late', profileId: 'ticking', password: 'x' });
    await clock.advance(1500);
    expect(heard).toEqual(['late']);
    fleet.remove('late');
    expect(clock.pending()).toEqual([]);
  });

  it('is not told of others that listen, and does not silence them', () => {
    const { fleet } = startFleet(TEXT);
    const heard: string[] = [];
    const stop = fleet.listen(() => heard.push('first'));
    fleet.listen(() => heard.push('second'));
    stop();
    fleet.get('b')?.stimuli.dropLink();
    expect(heard).toEqual(['second']);
  });
});

describe('a device of a fleet', () => {
  it('shows the same, whenever it is made', async () => {
    const text = `
profiles:
  p:
    digitalInputs: [{ pattern: pulse 300ms every 1s }]
    analogInputs: [{ signal: { kind: random-walk, step: 1 } }]
devices: [{ deviceId: a, profile: p }]`;
    const [early, late] = [startFleet(text), startFleet(text)];
    const first = early.fleet.get('a');
    await early.clock.advance(12_345);
    await late.clock.advance(12_345);
    expect(late.fleet.get('a')?.peripherals()).toEqual(first?.peripherals());
  });

  it('differs from its neighbour', () => {
    const { fleet } = startFleet(`
profiles: { p: { analogInputs: [{ signal: { kind: noise, amplitude: 1 } }] } }
devices: [{ deviceId: 'a-{1..2}', profile: p }]`);
    expect(fleet.get('a-1')?.peripherals()).not.toEqual(fleet.get('a-2')?.peripherals());
  });
});
