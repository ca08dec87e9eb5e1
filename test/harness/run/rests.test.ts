// How jobs fill the rests of devices between two refreshes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REFRESH_MIN_INTERVAL } from '../../../src/contract/limits.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { demandOf } from '../../../src/harness/run/device-choice.js';
import type { Job } from '../../../src/harness/run/scheduler.js';
import { leasesOf, schedule, waiting } from './schedule.js';

const DEVICES = ['a', 'b', 'c', 'd'];

interface Refreshing {
  readonly id: string;
  readonly takes: number;
  readonly refreshAfter: number | undefined;
  readonly devices?: readonly string[];
}

/** Each job has one device, refreshes it at its time if at all, and must not do so before it has rested. */
async function runRefreshing(given: readonly Refreshing[]) {
  const clock = createManualClock();
  const started = clock.now();
  const rested = new Map<string, number>();
  const log: { readonly id: string; readonly at: number }[] = [];
  const jobs = given.map(({ id, takes, refreshAfter: first, devices = ['a'] }): Job => ({
    id,
    devices: { d: devices },
    exclusive: false,
    waits: {
      ...waiting(Math.max(takes, first ?? 0)),
      refreshes: first === undefined ? {} : { d: { first, last: first, worksBefore: 0 } },
    },
    run: async ({ d = '' }) => {
      log.push({ id, at: clock.now() - started });
      if (first !== undefined) {
        await clock.sleep(Math.max(first, (rested.get(d) ?? 0) - clock.now()));
        rested.set(d, clock.now() + 3000);
      }
      await clock.sleep(Math.max(0, takes - (first ?? 0)));
    },
  }));
  const restedAt = (device: string): number => rested.get(device) ?? 0;
  const never = await clock.runUntil(
    schedule(jobs, { clock, parallel: 8, leases: leasesOf(clock, restedAt) }),
  );
  return { log, never };
}

describe('a schedule of devices that rest', () => {
  it('refreshes devices that have rested, and lets others use them while they rest', async () => {
    const clock = createManualClock();
    const started = clock.now();
    const restedAt = new Map([
      ['a', started + 3000],
      ['b', started + 1000],
    ]);
    const log: string[] = [];
    const job = (id: string, refreshes: Job['waits']['refreshes'], takes: number): Job => ({
      id,
      devices: { d: ['a', 'b'] },
      exclusive: false,
      waits: { span: takes, refreshes, switches: new Set(), works: 0 },
      run: async ({ d = '' }) => {
        log.push(`${id} on ${d} after ${Math.ceil((clock.now() - started) / 1000)} s`);
        await clock.sleep(takes);
      },
    });
    const refresh = { d: { first: 0, last: 0, worksBefore: 0 } };
    const jobs = [job('refresh', refresh, 50), job('switch', {}, 10)];
    const leases = leasesOf(clock, (device) => restedAt.get(device) ?? 0);
    const options = { clock, parallel: 8, leases };
    expect(await clock.runUntil(schedule(jobs, options))).toEqual([]);
    expect(log).toEqual(['switch on a after 0 s', 'refresh on b after 1 s']);
  });

  it('starts nothing on a rested device that keeps it from a refresh, but fills its rests with it', async () => {
    const { log } = await runRefreshing([
      { id: 'wait', takes: 1900, refreshAfter: undefined },
      { id: 'refresh 1', takes: 100, refreshAfter: 0 },
      { id: 'refresh 2', takes: 100, refreshAfter: 0 },
    ]);
    expect(log.map(({ id, at }) => `${id} ${at}`)).toEqual(['refresh 1 0', 'wait 100', 'refresh 2 2980']);
  });

  it('starts a check so long before the device has rested as it takes until its refresh', async () => {
    const { log } = await runRefreshing([
      { id: 'refresh', takes: 100, refreshAfter: 0 },
      { id: 'wait and refresh', takes: 1200, refreshAfter: 1000 },
    ]);
    expect(log.map(({ id, at }) => `${id} ${at}`)).toEqual(['refresh 0', 'wait and refresh 1980']);
  });

  it('keeps a device that rests for who can have no other, from all that has a choice and would take longer', async () => {
    const { log } = await runRefreshing([
      { id: 'first', takes: 100, refreshAfter: 0 },
      { id: 'only a', takes: 50, refreshAfter: 0 },
      { id: 'long', takes: 9000, refreshAfter: undefined, devices: ['a', 'b'] },
      { id: 'other long', takes: 8000, refreshAfter: undefined, devices: ['a', 'b'] },
      { id: 'fits', takes: 2000, refreshAfter: undefined, devices: ['a', 'b'] },
    ]);
    expect(log.map(({ id, at }) => `${id} ${at}`)).toEqual([
      'first 0',
      'long 0',
      'fits 100',
      'only a 2980',
      'other long 3050',
    ]);
  });

  it('lets who can have no other device refresh it late, whoever else would refresh it at once', async () => {
    const { log } = await runRefreshing([
      { id: 'late', takes: 4500, refreshAfter: 4000 },
      ...['x', 'y', 'z'].map((id) => ({ id, takes: 100, refreshAfter: 0, devices: ['a', 'b'] })),
    ]);
    expect(log[0]).toEqual({ id: 'late', at: 0 });
  });

  it('comes to an end, whatever waits and refreshes', async () => {
    const some = fc.record({
      takes: fc.integer({ min: 0, max: 5000 }),
      refreshAfter: fc.option(fc.integer({ min: 0, max: 4000 }), { nil: undefined }),
      devices: fc.subarray(DEVICES, { minLength: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(some, { maxLength: 40 }), async (given) => {
        const { log, never } = await runRefreshing(given.map((each, at) => ({ ...each, id: `job ${at}` })));
        expect(never).toEqual([]);
        expect(log).toHaveLength(given.length);
      }),
      { numRuns: 100 },
    );
  });

  it('begins what takes as long as all that is left, though others would refresh its device', async () => {
    const both = { takes: 1500, refreshAfter: 0, devices: ['a', 'b'] };
    const refreshing = ['first', 'second', 'third', 'fourth'].map((id) => ({ ...both, id }));
    const long = { id: 'long', takes: 9000, refreshAfter: undefined, devices: ['a', 'b'] };
    const { log } = await runRefreshing([...refreshing, long]);
    expect(log.find(({ id }) => id === 'long')?.at).toBe(1500);
  });

  it('takes a power cut for longer than its steps: nobody knows then how relays stand', () => {
    const steps = { devices: { d: ['a'] }, waits: waiting(1000) };
    const cut = { ...steps, waits: { ...steps.waits, outages: 1 } };
    expect(demandOf(cut)).toBeGreaterThanOrEqual(demandOf(steps) + REFRESH_MIN_INTERVAL);
  });
});
