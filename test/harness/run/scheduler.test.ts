// How jobs share devices and time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../src/kernel/manual-clock.js';
import { createScheduler } from '../../../src/harness/run/scheduler.js';
import { type Job, leasesOf, runOn, schedule, waiting } from './schedule.js';

interface Plan {
  readonly needs: readonly (readonly string[])[];
  readonly takes: number;
  readonly exclusive: boolean;
  /** It refreshes its device at once. */
  readonly refreshes?: boolean;
}

const DEVICES = ['a', 'b', 'c', 'd'];
const plans = fc.array(
  fc.record({
    needs: fc.array(fc.subarray(DEVICES, { minLength: 2 }), { maxLength: 2 }),
    takes: fc.integer({ min: 0, max: 50 }),
    exclusive: fc.boolean(),
  }),
  { maxLength: 30 },
);

interface Log {
  readonly order: string[];
  most: number;
}

/** Runs the jobs, and throws when two of them share a device or run beside an exclusive one. */
async function run(given: readonly Plan[], parallel: number): Promise<Log> {
  const clock = createManualClock();
  const busy = new Set<string>();
  const running = new Set<string>();
  const log: Log = { order: [], most: 0 };
  let alone: string | undefined;
  const jobs = given.map(({ needs, takes, exclusive, refreshes = false }, at): Job => {
    const id = `job ${at}`;
    const devices = Object.fromEntries(needs.map((names, slot) => [`slot ${slot}`, names]));
    return {
      id,
      devices,
      exclusive,
      waits: {
        ...waiting(takes),
        refreshes: refreshes ? { 'slot 0': { first: 0, last: 0 } } : {},
      },
      run: async (lease) => {
        expect(Object.keys(lease)).toEqual(Object.keys(devices));
        expect(alone).toBeUndefined();
        for (const [slot, device] of Object.entries(lease)) {
          expect(devices[slot]).toContain(device);
          expect(busy).not.toContain(device);
          busy.add(device);
        }
        running.add(id);
        expect(exclusive && running.size > 1).toBe(false);
        if (exclusive) alone = id;
        log.order.push(id);
        log.most = Math.max(log.most, running.size);
        await clock.sleep(takes);
        running.delete(id);
        if (alone === id) alone = undefined;
        for (const device of Object.values(lease)) busy.delete(device);
      },
    };
  });
  const never = await clock.runUntil(schedule(jobs, { clock, parallel, leases: leasesOf(clock) }));
  expect(never).toEqual([]);
  return log;
}

describe('a schedule', () => {
  it('runs every job once, none beside another with its device, and no more than allowed', async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.integer({ min: 1, max: 8 }), async (given, parallel) => {
        const { order, most } = await run(given, parallel);
        expect(order.toSorted()).toEqual(given.map((_, at) => `job ${at}`).toSorted());
        expect(most).toBeLessThanOrEqual(parallel);
      }),
      { numRuns: 100 },
    );
  });

  it('starts long waits first, and overlaps what has devices of its own', async () => {
    const short = { needs: [['a', 'b', 'c', 'd']], takes: 1, exclusive: false };
    const { order, most } = await run([short, { ...short, takes: 50 }, { ...short, takes: 20 }], 8);
    expect(order).toEqual(['job 1', 'job 2', 'job 0']);
    expect(most).toBe(3);
  });

  it('runs first what must run alone, so that nobody has to wait for it to begin', async () => {
    const beside = { needs: [['a', 'b', 'c', 'd']], takes: 50, exclusive: false };
    const { order } = await run([beside, beside, { needs: [], takes: 1, exclusive: true }], 8);
    expect(order[0]).toBe('job 2');
  });

  it('starts nothing more once it is aborted, also while devices rest', async () => {
    const clock = createManualClock();
    const stop = new AbortController();
    const jobs = [
      {
        id: 'x',
        devices: { d: ['a'] },
        exclusive: false,
        waits: { ...waiting(0), refreshes: { d: { first: 0, last: 0 } } },
        run: () => Promise.reject(new Error('nobody may start it')),
      },
    ];
    clock.setTimer('abort', 5, () => stop.abort());
    const leases = leasesOf(clock, () => clock.now() + 5000);
    const options = { clock, parallel: 2, signal: stop.signal, leases };
    const never = await clock.runUntil(schedule(jobs, options));
    expect(never.map(({ id }) => id)).toEqual(['x']);
  });

  it('starts nothing more once it is aborted, and waits for what runs', async () => {
    const clock = createManualClock();
    const stop = new AbortController();
    const ended: string[] = [];
    const jobs = ['x', 'y', 'z'].map((id): Job => ({
      id,
      devices: {},
      exclusive: false,
      waits: waiting(0),
      run: async () => {
        await clock.sleep(10);
        ended.push(id);
      },
    }));
    clock.setTimer('abort', 5, () => stop.abort());
    const never = await clock.runUntil(
      schedule(jobs, { clock, parallel: 2, leases: leasesOf(clock), signal: stop.signal }),
    );
    expect(ended).toEqual(['x', 'y']);
    expect(never.map(({ id }) => id)).toEqual(['z']);
  });
});

describe('a schedule beside others that lease from the same book', () => {
  const onA = (clock: ManualClock, started: number[]): Job => ({
    id: 'x',
    devices: { d: ['a'] },
    exclusive: false,
    waits: waiting(0),
    run: () => {
      started.push(clock.now());
      return Promise.resolve();
    },
  });

  it('waits for a device that somebody else has, and takes it when it is given back', async () => {
    const clock = createManualClock();
    const leases = leasesOf(clock);
    const started: number[] = [];
    leases.take(['a']);
    const running = schedule([onA(clock, started)], { clock, parallel: 2, leases });
    await clock.advance(999);
    expect(started).toEqual([]);
    clock.setTimer('others', 1, () => leases.giveBack(['a']));
    expect(await clock.runUntil(running)).toEqual([]);
    expect(started).toEqual([1000]);
    expect(leases.isFree('a')).toBe(true);
  });

  it('waits no longer once it is aborted', async () => {
    const clock = createManualClock();
    const leases = leasesOf(clock);
    const stop = new AbortController();
    leases.take(['a']);
    const running = schedule([onA(clock, [])], { clock, parallel: 2, leases, signal: stop.signal });
    clock.setTimer('abort', 5, () => stop.abort());
    expect((await clock.runUntil(running)).map(({ id }) => id)).toEqual(['x']);
    expect(leases.isFree('a')).toBe(false);
  });
});

describe('a scheduler that checks and programs ask', () => {
  const asking = (devices: readonly string[], more: Partial<Job> = {}): Omit<Job, 'id' | 'run'> => ({
    devices: { d: devices },
    exclusive: false,
    waits: waiting(10),
    ...more,
  });

  it('keeps devices and clients of one apart from the other, and lets nothing run beside what must be alone', async () => {
    const clock = createManualClock();
    const scheduler = createScheduler({ clock, parallel: 8, leases: leasesOf(clock) });
    const held = await scheduler.lease(asking(['a'], { clients: ['operator'] }));
    expect(held?.lease).toEqual({ d: 'a' });
    const log: string[] = [];
    const job = (id: string, more: Partial<Job>): Job => ({
      ...asking(['b'], more),
      id,
      run: () => Promise.resolve(void log.push(id)),
    });
    const running = runOn(scheduler, [
      job('alone', { exclusive: true }),
      job('its client', { clients: ['operator'], apart: true }),
      job('its device', { devices: { d: ['a'] } }),
      job('another', {}),
    ]);
    await clock.advance(100);
    expect(log).toEqual([]);
    held?.giveBack();
    expect(await clock.runUntil(running)).toEqual([]);
    expect(log[0]).toBe('alone');
    expect(log.toSorted()).toEqual(['alone', 'another', 'its client', 'its device']);
  });

  it('begins nothing more where something that must be alone waits for all others to end', async () => {
    const clock = createManualClock();
    const scheduler = createScheduler({ clock, parallel: 8, leases: leasesOf(clock) });
    const log: string[] = [];
    const program = async (): Promise<void> => {
      const held = await scheduler.lease(asking(['a', 'b']));
      log.push('program');
      await clock.sleep(10);
      held?.giveBack();
    };
    // Programs keep coming: one of the two devices is always in use.
    const first = program();
    await clock.advance(5);
    const second = program();
    await clock.advance(1);
    const alone = {
      ...asking(['c'], { exclusive: true }),
      id: 'alone',
      run: () => Promise.resolve(void log.push('alone')),
    };
    const running = runOn(scheduler, [alone]);
    const third = program();
    await clock.runUntil(Promise.all([first, second, running, third]));
    expect(log).toEqual(['program', 'program', 'alone', 'program']);
  });

  it('gives nothing any more once it is aborted', async () => {
    const clock = createManualClock();
    const stop = new AbortController();
    const leases = leasesOf(clock);
    const scheduler = createScheduler({ clock, parallel: 8, leases, signal: stop.signal });
    leases.take(['a']);
    const asked = scheduler.lease(asking(['a']));
    stop.abort();
    expect(await asked).toBeUndefined();
    expect(await scheduler.lease(asking(['b']))).toBeUndefined();
  });
});
