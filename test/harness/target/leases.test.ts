// The book of devices that checks and programs share.
import { describe, expect, it } from 'vitest';
import { createLeases, type Leases } from '../../../src/harness/target/leases.js';
import { createRefreshBook, type RefreshBook } from '../../../src/harness/target/refresh-book.js';
import { createManualClock, type ManualClock } from '../../../src/kernel/manual-clock.js';

interface Rig {
  readonly clock: ManualClock;
  readonly refreshes: RefreshBook;
  readonly leases: Leases;
}

function rigOf(): Rig {
  const clock = createManualClock(10_000);
  const refreshes = createRefreshBook();
  const devices = { plant: { deviceId: 'id of plant' }, annex: { deviceId: 'id of annex' } };
  return { clock, refreshes, leases: createLeases({ clock, refreshes, devices }) };
}

describe('a lease', () => {
  it('keeps a device from others until it is given back', () => {
    const { leases } = rigOf();
    leases.take(['plant']);
    expect([leases.isFree('plant'), leases.isFree('annex')]).toEqual([false, true]);
    leases.giveBack(['plant']);
    expect(leases.isFree('plant')).toBe(true);
  });

  it('is never given twice, nor ended by somebody who does not have it', () => {
    const { leases } = rigOf();
    leases.take(['plant']);
    expect(() => leases.take(['plant'])).toThrow('plant is leased already');
    expect(() => leases.giveBack(['annex'])).toThrow('annex is given back by somebody who does not have it');
  });
});

describe('the rest of a device', () => {
  it('is known from refreshes, by its id', () => {
    const { leases, refreshes } = rigOf();
    expect(leases.restedAt('plant')).toBe(-Infinity);
    refreshes.note('id of plant', 9000);
    expect([leases.restedAt('plant'), leases.restedAt('annex')]).toEqual([12_020, -Infinity]);
  });

  it('begins when a device is given back that may have been refreshed until then', async () => {
    const { leases, refreshes, clock } = rigOf();
    refreshes.note('id of plant', 9000);
    leases.rest('plant');
    expect(leases.restedAt('plant')).toBe(13_020);
    expect(refreshes.restedAt('id of plant')).toBe(13_020);
    await clock.advance(3019);
    expect(leases.restedAt('plant') > clock.now()).toBe(true);
    await clock.advance(1);
    expect(leases.restedAt('plant') > clock.now()).toBe(false);
  });

  it('is the same for what is in no profile', () => {
    const { leases } = rigOf();
    leases.rest('$managed');
    expect(leases.restedAt('$managed')).toBe(13_020);
  });
});

describe('who waits for a device', () => {
  it('is woken each time that one is given back, and not before', async () => {
    const { leases, clock } = rigOf();
    const { signal } = new AbortController();
    let woken = 0;
    const waitOnce = () => void leases.released(signal).then(() => woken++);
    leases.take(['plant']);
    waitOnce();
    waitOnce();
    await clock.advance(60_000);
    expect(woken).toBe(0);
    leases.giveBack(['plant']);
    await clock.advance(0);
    expect(woken).toBe(2);
    leases.take(['plant']);
    leases.giveBack(['plant']);
    await clock.advance(0);
    expect(woken).toBe(2);
  });

  it('is woken when the run is interrupted, also where it was before', async () => {
    const { leases } = rigOf();
    const stop = new AbortController();
    const waiting = leases.released(stop.signal);
    stop.abort();
    await waiting;
    await leases.released(stop.signal);
    leases.take(['plant']);
    expect(leases.isFree('plant')).toBe(false);
  });
});
