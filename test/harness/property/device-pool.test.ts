// Devices of a target, handed out to programs: disjoint, rested, and those that are stuck only when they recover.
import { describe, expect, it } from 'vitest';
import { createDevicePool, type DevicePool } from '../../../src/harness/property/device-pool.js';
import type { DeviceFacts, DeviceName } from '../../../src/harness/property/facts.js';
import { createScheduler } from '../../../src/harness/run/scheduler.js';
import { createLeases, type Leases } from '../../../src/harness/target/leases.js';
import { createRefreshBook } from '../../../src/harness/target/refresh-book.js';
import { createManualClock, type ManualClock } from '../../../src/kernel/manual-clock.js';

const NONE: ReadonlyMap<string, string> = new Map();
const deviceOf = (name: DeviceName, profileName: string): DeviceFacts => ({
  name,
  profileName,
  entry: { deviceId: `id of ${profileName}`, relays: [1] },
  relays: ['lamp'],
  rs485: undefined,
  stimuli: [],
});

interface Rig {
  readonly clock: ManualClock;
  readonly pool: DevicePool;
  readonly leases: Leases;
  readonly asked: string[];
  readonly stop: AbortController;
}

/** @param stuck devices that never answer well again once they were left in doubt. */
function rigOf(count: number, stuck: readonly string[] = []): Rig {
  const clock = createManualClock(1_000_000);
  const asked: string[] = [];
  const stop = new AbortController();
  const names = Array.from({ length: count }, (_, at) => `d${at + 1}`);
  const leases = createLeases({
    clock,
    refreshes: createRefreshBook(),
    devices: Object.fromEntries(names.map((name) => [name, { deviceId: `id of ${name}` }])),
  });
  const pool = createDevicePool({
    known: new Map(),
    alike: new Map((['plant', 'annex'] as const).map((name) => [name, names.map((d) => deviceOf(name, d))])),
    clock,
    signal: stop.signal,
    leases,
    lessor: createScheduler({ clock, parallel: 16, leases, signal: stop.signal }),
    clients: [],
    revive: ({ profileName }) => {
      asked.push(profileName);
      return Promise.resolve(stuck.includes(profileName) ? 'still 409 DEVICE_BUSY' : undefined);
    },
  });
  return { clock, pool, leases, asked, stop };
}

async function take({ pool, clock }: Rig, ...names: readonly DeviceName[]): Promise<readonly DeviceFacts[]> {
  const leased = await clock.runUntil(pool.lease(names));
  return leased.kind === 'devices' ? leased.devices : [];
}

const called = (devices: readonly DeviceFacts[]): string[] => devices.map(({ profileName }) => profileName);

describe('devices for programs', () => {
  it('are disjoint as long as they are not given back, and bear the names of the program', async () => {
    const rig = rigOf(4);
    const [one, other] = [await take(rig, 'plant', 'annex'), await take(rig, 'annex', 'plant')];
    expect(called(one)).toEqual(['d1', 'd2']);
    expect(called(other)).toEqual(['d3', 'd4']);
    expect(other.map(({ name }) => name)).toEqual(['annex', 'plant']);
  });

  it('are handed out in the order in which they were asked for', async () => {
    const rig = rigOf(2);
    const first = await take(rig, 'plant');
    const order: string[] = [];
    const two = rig.pool.lease(['plant', 'annex']).then(() => order.push('two'));
    const one = rig.pool.lease(['plant']).then(() => order.push('one'));
    await rig.clock.advance(60_000);
    expect(order).toEqual([]);
    rig.pool.giveBack(first, NONE);
    await rig.clock.runUntil(two);
    expect(order).toEqual(['two']);
    rig.stop.abort();
    await one;
  });

  it('have rested until the refresh budget is there again, those first that have rested longest', async () => {
    const rig = rigOf(2);
    rig.pool.giveBack(await take(rig, 'plant'), NONE);
    expect(called(await take(rig, 'plant'))).toEqual(['d2']);
    const before = rig.clock.now();
    expect(called(await take(rig, 'plant'))).toEqual(['d1']);
    expect(rig.clock.now() - before).toBe(3020);
  });

  it('of others are those that somebody has, or had a moment ago', async () => {
    const rig = rigOf(3);
    const mine = await take(rig, 'plant');
    const theirs = await take(rig, 'plant');
    expect([...rig.pool.othersSince(mine, rig.clock.now())]).toEqual(['id of d2']);
    rig.pool.giveBack(theirs, NONE);
    await rig.clock.advance(29_999);
    expect([...rig.pool.othersSince(mine, rig.clock.now())]).toEqual(['id of d2']);
    await rig.clock.advance(1);
    expect([...rig.pool.othersSince(mine, rig.clock.now())]).toEqual([]);
  });
});

describe('a device that a program leaves stuck', () => {
  const BUSY = new Map([['d1', 'still DEVICE_BUSY at the end of program 3']]);

  it('is left alone as long as there are others, and told of', async () => {
    const rig = rigOf(2, ['d1']);
    rig.pool.giveBack(await take(rig, 'plant'), BUSY);
    for (let time = 0; time < 3; time++) {
      const devices = await take(rig, 'plant');
      expect(called(devices)).toEqual(['d2']);
      rig.pool.giveBack(devices, NONE);
    }
    expect(rig.asked).toEqual([]);
    expect(rig.pool.setAside()).toEqual(['d1: still DEVICE_BUSY at the end of program 3']);
  });

  it('is used again where no other is left, once it answers', async () => {
    const rig = rigOf(1);
    rig.pool.giveBack(await take(rig, 'plant'), BUSY);
    expect(called(await take(rig, 'plant'))).toEqual(['d1']);
    expect(rig.asked).toEqual(['d1']);
    expect(rig.pool.setAside()).toEqual([]);
  });

  it('is given up after a minute, and whoever waits for it hears why', async () => {
    const rig = rigOf(1, ['d1']);
    rig.pool.giveBack(await take(rig, 'plant'), BUSY);
    const before = rig.clock.now();
    const leased = await rig.clock.runUntil(rig.pool.lease(['plant']));
    expect(leased).toEqual({
      kind: 'none',
      why: 'no device is left that a program could be run on (set aside: d1: still 409 DEVICE_BUSY)',
    });
    expect(rig.clock.now() - before).toBe(60_000);
    expect(rig.asked).toHaveLength(12);
    expect(rig.pool.setAside()).toEqual(['d1: still 409 DEVICE_BUSY']);
  });

  it('makes devices short when the others do not suffice for what is to come', async () => {
    const rig = rigOf(5);
    expect(rig.pool.isShort(['plant', 'annex'], 3)).toBe(false);
    rig.pool.giveBack(await take(rig, 'plant'), BUSY);
    expect(rig.pool.isShort(['plant'], 4)).toBe(false);
    expect(rig.pool.isShort(['plant', 'annex'], 2)).toBe(false);
    expect(rig.pool.isShort(['plant', 'annex'], 3)).toBe(true);
  });
});

describe('an interrupted run', () => {
  it('lets nobody wait for a device any longer', async () => {
    const rig = rigOf(1);
    await take(rig, 'plant');
    const waiting = rig.pool.lease(['plant']);
    rig.stop.abort();
    expect(await waiting).toEqual({ kind: 'none', why: 'interrupted' });
  });
});

describe('a pool beside others that lease from the same book', () => {
  it('waits for devices that others have, and then for the rest of the refreshes that they noted', async () => {
    const rig = rigOf(1);
    rig.leases.take(['d1']);
    const leased = rig.pool.lease(['plant']);
    await rig.clock.advance(10_000);
    rig.leases.rest('d1');
    rig.leases.giveBack(['d1']);
    const before = rig.clock.now();
    expect(await rig.clock.runUntil(leased)).toMatchObject({ kind: 'devices' });
    expect(rig.clock.now() - before).toBe(3020);
    expect(rig.leases.isFree('d1')).toBe(false);
  });

  it('asks no device in doubt that others have, and has one to itself while it asks', async () => {
    const rig = rigOf(1);
    rig.pool.giveBack(await take(rig, 'plant'), new Map([['d1', 'still 409 DEVICE_BUSY']]));
    const leased = rig.pool.lease(['plant']);
    await rig.clock.advance(4999);
    rig.leases.take(['d1']);
    await rig.clock.advance(1000);
    expect(rig.asked).toEqual([]);
    rig.leases.giveBack(['d1']);
    expect(await rig.clock.runUntil(leased)).toMatchObject({ kind: 'devices' });
    expect(rig.asked).toEqual(['d1']);
  });

  it('lets them use what a program had only when it has rested since the end of the program', async () => {
    const rig = rigOf(1);
    const devices = await take(rig, 'plant');
    await rig.clock.advance(7000);
    rig.pool.giveBack(devices, NONE);
    expect(rig.leases.isFree('d1')).toBe(true);
    expect(rig.leases.restedAt('d1') - rig.clock.now()).toBe(3020);
  });
});
