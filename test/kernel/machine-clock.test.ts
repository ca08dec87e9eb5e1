import { describe, expect, it } from 'vitest';
import { createSteerableClock, type SteerableClock } from '../../src/kernel/machine-clock.js';
import { describeClock } from '../suites/clock.js';

const asItIs = <T>(work: Promise<T>): Promise<T> => work;

describeClock('a steerable clock', () => ({ clock: createSteerableClock(), short: 3, drive: asItIs }));
describeClock('a steerable clock that is in a hurry', () => {
  const clock = createSteerableClock();
  clock.setSpeed(1000);
  return { clock, short: 3000, drive: asItIs };
});
describeClock('a paused clock that is stepped', () => {
  const clock = paused();
  return { clock, short: 1000, drive: (work) => stepUntil(clock, work) };
});

describe('a steerable clock', () => {
  it('stands still while it is paused, and goes on from there', async () => {
    const clock = paused();
    const at = clock.now();
    await turns();
    expect(clock.now()).toBe(at);
    clock.resume();
    expect(clock.now()).toBeGreaterThanOrEqual(at);
    expect(clock.now() - at).toBeLessThan(1000);
    expect(clock.paused).toBe(false);
  });

  it('fires what is sooner than what it waits for, and what is left when that is called off', async () => {
    const clock = createSteerableClock(1000);
    let called = false;
    const firing = (delay: number) =>
      new Promise<void>((resolve) => {
        clock.setTimer('test', delay, resolve);
      });
    const last = firing(12_000);
    const limit = clock.setTimer('limit', 9000, () => (called = true));
    const sooner = firing(3000);
    const atOnce = firing(0);
    limit.cancel();
    await Promise.all([atOnce, sooner, last]);
    expect(called).toBe(false);
  });

  it('holds none of the machine when nothing is waited for', () => {
    const clock = createSteerableClock();
    const held = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = held();
    const timers = [5000, 6000, 4000].map((delay) => clock.setTimer('test', delay, () => undefined));
    expect(held()).toBe(before + 1);
    for (const timer of timers) timer.cancel();
    expect(held()).toBe(before);
  });

  it('fires no timer while it is paused, and holds none of the machine', async () => {
    const clock = createSteerableClock(1000);
    let fired = false;
    clock.setTimer('test', 5000, () => (fired = true));
    clock.pause();
    const held = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const done = new Promise<void>((resolve) => {
      clock.setTimer('later', 6000, resolve);
    });
    expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout')).toHaveLength(held);
    await turns();
    expect(fired).toBe(false);
    clock.resume();
    await done;
    expect(fired).toBe(true);
  });

  it('moves on by exactly a step, with each timer at its own time', async () => {
    const clock = paused();
    const start = clock.now();
    const seen: number[] = [];
    for (const delay of [300, 100, 200, 5000])
      clock.setTimer('test', delay, () => seen.push(clock.now() - start));
    await clock.step(1000);
    expect(seen.map(Math.round)).toEqual([100, 200, 300]);
    expect(clock.now() - start).toBeCloseTo(1000);
  });

  it('fires what a timer sets within the same step', async () => {
    const clock = paused();
    const seen: string[] = [];
    clock.setTimer('outer', 100, () => {
      void clock.sleep(100).then(() => seen.push('inner'));
    });
    await clock.step(250);
    expect(seen).toEqual(['inner']);
  });

  it('goes on by itself after a step when it was not paused', async () => {
    const clock = createSteerableClock(1000);
    const before = clock.now();
    await clock.step(60_000);
    expect(clock.now() - before).toBeGreaterThanOrEqual(60_000);
    const after = clock.now();
    await clock.sleep(1000);
    expect(clock.now() - after).toBeGreaterThanOrEqual(1000);
  });

  it('stays paused after a step that it was paused in the midst of', async () => {
    const clock = createSteerableClock();
    clock.setTimer('test', 500, () => clock.pause());
    await clock.step(1000);
    expect(clock.paused).toBe(true);
  });

  it('takes steps one after the other, also when they are asked for together', async () => {
    const clock = paused();
    const start = clock.now();
    const seen: number[] = [];
    clock.setTimer('test', 1500, () => seen.push(clock.now() - start));
    await Promise.all([clock.step(1000), clock.step(1000)]);
    expect(seen.map(Math.round)).toEqual([1500]);
    expect(clock.now() - start).toBeCloseTo(2000);
  });

  it('keeps its levers when a timer breaks in the midst of a step', async () => {
    const clock = paused();
    clock.setTimer('broken', 10, () => {
      throw new Error('broken');
    });
    await expect(clock.step(100)).rejects.toThrow('broken');
    const before = clock.now();
    await clock.step(100);
    expect(clock.now() - before).toBeCloseTo(100);
  });

  it('keeps its time when its speed changes, and hurries the timers that wait', async () => {
    const clock = createSteerableClock(0.001);
    const before = clock.now();
    const done = clock.sleep(20_000);
    clock.setSpeed(10_000);
    expect(clock.now() - before).toBeLessThan(10_000);
    await done;
    expect(clock.now() - before).toBeGreaterThanOrEqual(20_000);
    expect(clock.speed).toBe(10_000);
  });

  it('never goes backwards, whatever is done to it', async () => {
    const clock = createSteerableClock();
    const readings: number[] = [];
    const read = (): void => void readings.push(clock.now());
    for (const speed of [10, 0.1, 1000, 1]) {
      for (const act of [() => clock.setSpeed(speed), clock.pause, clock.resume]) {
        act();
        read();
      }
      await clock.step(7);
      read();
    }
    expect(readings).toEqual(readings.toSorted((a, b) => a - b));
  });

  it('refuses a speed that is no speed, and a step backwards', () => {
    const clock = createSteerableClock();
    for (const speed of [0, -1, Number.NaN, Infinity]) expect(() => clock.setSpeed(speed)).toThrow('speed');
    expect(() => clock.step(-1)).toThrow('forward');
  });
});

function paused(): SteerableClock {
  const clock = createSteerableClock();
  clock.pause();
  return clock;
}

async function stepUntil<T>(clock: SteerableClock, work: Promise<T>): Promise<T> {
  let done = false;
  const finished = work.finally(() => (done = true));
  finished.catch(() => undefined);
  while (!done) await clock.step(50);
  return finished;
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
