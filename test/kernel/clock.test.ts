import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/kernel/manual-clock.js';
import { createScaledClock, createSystemClock } from '../../src/kernel/machine-clock.js';
import { createVirtualClock } from '../../src/kernel/virtual-clock.js';
import { describeClock } from '../suites/clock.js';

const asItIs = <T>(work: Promise<T>): Promise<T> => work;

describeClock('a manual clock', () => {
  const clock = createManualClock(1_700_000_000_000);
  return { clock, short: 1000, drive: clock.runUntil };
});
describeClock('a virtual clock', () => {
  const clock = createVirtualClock(1_700_000_000_000);
  return { clock, short: 1000, drive: clock.runUntil };
});
describeClock('a scaled clock', () => ({ clock: createScaledClock(1000), short: 3000, drive: asItIs }));
describeClock('a slow scaled clock', () => ({ clock: createScaledClock(0.5), short: 2, drive: asItIs }));
describeClock('the system clock', () => ({ clock: createSystemClock(), short: 3, drive: asItIs }));

describe('the system clock', () => {
  it('tells the time of the machine', () => {
    expect(Math.abs(createSystemClock().now() - Date.now())).toBeLessThan(1000);
  });

  it('never goes backwards', () => {
    const clock = createSystemClock();
    const readings = Array.from({ length: 10_000 }, () => clock.now());
    expect(readings).toEqual(readings.toSorted((a, b) => a - b));
  });

  it('takes delays longer than the timers of the machine do', async () => {
    const clock = createSystemClock();
    const fired: string[] = [];
    const timer = clock.setTimer('next month', 2 ** 31 + 1000, () => fired.push('next month'));
    await clock.sleep(3);
    timer.cancel();
    expect(fired).toEqual([]);
  });

  it('holds no timer of the machine for a timer that was cancelled', () => {
    const held = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = held();
    const clock = createSystemClock();
    const timers = [60_000, 30_000, 90_000].map((delay) => clock.setTimer('test', delay, () => undefined));
    expect(held()).toBeGreaterThan(before);
    for (const timer of timers) timer.cancel();
    expect(held()).toBe(before);
  });
});

describe('a scaled clock', () => {
  it('runs as many times as fast as the machine as it was told to', async () => {
    const system = createSystemClock();
    const scaled = createScaledClock(50);
    const reading = (): { before: number; at: number; after: number } => ({
      before: system.now(),
      at: scaled.now(),
      after: system.now(),
    });
    const first = reading();
    await system.sleep(5);
    const second = reading();
    const passed = (second.at - first.at) / 50;
    expect(scaled.speed).toBe(50);
    expect(passed).toBeGreaterThan(second.before - first.after - 0.1);
    expect(passed).toBeLessThan(second.after - first.before + 0.1);
  });

  it('refuses a speed that is no speed', () => {
    for (const speed of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => createScaledClock(speed)).toThrow('speed');
    }
  });
});
