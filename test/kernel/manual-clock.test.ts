import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/kernel/manual-clock.js';

const DAY = 24 * 60 * 60 * 1000;
const forever = (): Promise<never> => new Promise(() => undefined);

describe('a manual clock', () => {
  it('stands still until it is moved', async () => {
    const clock = createManualClock(500);
    await new Promise((resolve) => setImmediate(resolve));
    expect(clock.now()).toBe(500);
    await clock.advance(250);
    expect(clock.now()).toBe(750);
  });

  it('fires a timer of 3000 ms after 3000 ms and not after 2999', async () => {
    const clock = createManualClock();
    const fired: number[] = [];
    clock.setTimer('test', 3000, () => fired.push(clock.now()));
    await clock.advance(2999);
    expect(fired).toEqual([]);
    await clock.advance(1);
    expect(fired).toEqual([3000]);
    await clock.advance(1);
    expect(fired).toEqual([3000]);
  });

  it('shows each callback the time at which it was due, and the end of the way afterwards', async () => {
    const clock = createManualClock();
    const seen: number[] = [];
    for (const delay of [30, 10, 20]) clock.setTimer('test', delay, () => seen.push(clock.now()));
    await clock.advance(100);
    expect(seen).toEqual([10, 20, 30]);
    expect(clock.now()).toBe(100);
  });

  it('fires timers that are set on the way, if they are due on the way', async () => {
    const clock = createManualClock();
    const seen: number[] = [];
    const tick = (): void => {
      seen.push(clock.now());
      clock.setTimer('tick', 10, tick);
    };
    clock.setTimer('tick', 10, tick);
    await clock.advance(35);
    expect(seen).toEqual([10, 20, 30]);
    expect(clock.pending().map(({ dueAt }) => dueAt)).toEqual([40]);
  });

  it('lets a chain of sleeps run through in one advance', async () => {
    const clock = createManualClock();
    const seen: number[] = [];
    const walk = async (): Promise<void> => {
      for (let step = 0; step < 3; step++) {
        await clock.sleep(10);
        seen.push(clock.now());
      }
    };
    const walked = walk();
    await clock.advance(30);
    await walked;
    expect(seen).toEqual([10, 20, 30]);
  });

  it('lists the timers that wait, soonest first', () => {
    const clock = createManualClock(100);
    clock.setTimer('late', 20, () => undefined);
    clock.setTimer('soon', 10, () => undefined);
    clock.setTimer('cancelled', 15, () => undefined).cancel();
    expect(clock.pending().map(({ name, dueAt }) => [name, dueAt])).toEqual([
      ['soon', 110],
      ['late', 120],
    ]);
  });

  it('does not go backwards, neither when told to nor when two advances cross', async () => {
    const clock = createManualClock();
    await expect(clock.advance(-1)).rejects.toThrow('backwards');
    await expect(clock.advance(Number.NaN)).rejects.toThrow('backwards');
    clock.setTimer('in between', 5, () => undefined);
    await Promise.all([clock.advance(10), clock.advance(3)]);
    expect(clock.now()).toBe(10);
  });

  it('passes on what a callback throws, and goes on afterwards', async () => {
    const clock = createManualClock();
    clock.setTimer('bad', 10, () => {
      throw new Error('broken');
    });
    const slept = clock.sleep(20);
    await expect(clock.advance(30)).rejects.toThrow('broken');
    await clock.advance(30);
    await slept;
    expect(clock.now()).toBe(40);
  });

  it('fires any set of timers by due time, then by age, and none that was cancelled', async () => {
    const plan = fc.array(fc.record({ delay: fc.nat(20), cancelled: fc.boolean() }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(plan, async (timers) => {
        const clock = createManualClock();
        const fired: number[] = [];
        const set = timers.map(({ delay }, at) => clock.setTimer('test', delay, () => fired.push(at)));
        for (const [at, { cancelled }] of timers.entries()) if (cancelled) set[at]?.cancel();
        await clock.advance(20);
        const expected = timers
          .map((timer, at) => ({ ...timer, at }))
          .filter(({ cancelled }) => !cancelled)
          .toSorted((a, b) => a.delay - b.delay)
          .map(({ at }) => at);
        expect(fired).toEqual(expected);
        expect(clock.pending()).toEqual([]);
      }),
    );
  });
});

describe('runUntil of a manual clock', () => {
  it('moves no further than the work needs', async () => {
    const clock = createManualClock();
    clock.setTimer('later', 5000, () => undefined);
    const result = await clock.runUntil(clock.sleep(3000).then(() => 'done'));
    expect(result).toBe('done');
    expect(clock.now()).toBe(3000);
  });

  it('does not move at all for work that needs no time', async () => {
    const clock = createManualClock();
    clock.setTimer('later', 5000, () => undefined);
    await expect(clock.runUntil(Promise.resolve(7))).resolves.toBe(7);
    expect(clock.now()).toBe(0);
  });

  it('rejects as the work does', async () => {
    const clock = createManualClock();
    const work = clock.sleep(10).then(() => Promise.reject(new Error('failed')));
    await expect(clock.runUntil(work)).rejects.toThrow('failed');
  });

  it('gives up when nothing is scheduled that could end the work', async () => {
    const clock = createManualClock();
    clock.setTimer('last', 10, () => undefined);
    await expect(clock.runUntil(forever())).rejects.toThrow('nothing is scheduled');
    expect(clock.now()).toBe(10);
  });

  it('waits for a day of its own time, and a millisecond more is too much', async () => {
    const clock = createManualClock();
    await clock.runUntil(clock.sleep(DAY));
    expect(clock.now()).toBe(DAY);
    await expect(clock.runUntil(clock.sleep(DAY + 1))).rejects.toThrow('a day of virtual time');
    expect(clock.now()).toBe(DAY);
  });

  it('names the timer that would have gone on for ever', async () => {
    const clock = createManualClock();
    const tick = (): unknown => clock.setTimer('heartbeat', 60 * 60 * 1000, tick);
    tick();
    await expect(clock.runUntil(forever())).rejects.toThrow('heartbeat');
    expect(clock.now()).toBe(DAY);
  });
});
