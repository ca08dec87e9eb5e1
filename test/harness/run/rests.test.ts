// How jobs fill the rests of devices between two refreshes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { type Job, leasesOf, schedule, waiting } from './schedule.js';

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
      refreshes: first === undefined ? {} : { d: { first, last: first } },
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
      waits: { span: takes, refreshes },
      run: async ({ d = '' }) => {
        log.push(`${id} on ${d} after ${Math.ceil((clock.now() - started) / 1000)} s`);
        await clock.sleep(takes);
      },
    });
    const refresh = { d: { first: 0, last: 0 } };
    const jobs = [job('refresh', refresh, 50), job('switch', {}, 10)];
    const leases = leasesOf(clock, (device) => restedAt.get(device) ?? 0);
    const options = { clock, parallel: 8, leases };
    expect(await clock.runUntil(schedule(jobs, options))).toEqual([]);
    expect(log).toEqual(['switch on a after 0 s', 'refresh on b after 1 s']);
  });

  it('starts a check so long before the device has rested as it takes until its refresh', async () => {
    const { log } = await runRefreshing([
      { id: 'first', takes: 1600, refreshAfter: 1500 },
      { id: 'second', takes: 1200, refreshAfter: 1000 },
    ]);
    expect(log.map(({ id, at }) => `${id} ${at}`)).toEqual(['first 0', 'second 3480']);
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
});
