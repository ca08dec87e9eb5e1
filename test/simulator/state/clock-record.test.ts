import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createSteerableClock } from '../../../src/kernel/machine-clock.js';
import {
  clockRecord,
  differs,
  readClockRecord,
  startOf,
} from '../../../src/simulator/state/create-state-store.js';

const machine = { now: () => 1_000_000 };

describe('the time of a service that starts again', () => {
  it("is the machine's where it always was", () => {
    expect(startOf({ now: 900_000, speed: 1, paused: false, follows: true }, machine)).toBe(1_000_000);
  });

  it('never goes backwards', () => {
    expect(startOf({ now: 1_000_500, speed: 1, paused: false, follows: true }, machine)).toBe(1_000_500);
  });

  it('goes on from where it was where it was hurried, moved or stopped', () => {
    expect(startOf({ now: 5_000_000, speed: 10, paused: false, follows: false }, machine)).toBe(5_000_000);
    expect(startOf({ now: 900_000, speed: 1, paused: true, follows: false }, machine)).toBe(900_000);
  });

  it('is written with the speed, and with whether it stands still', () => {
    const clock = createSteerableClock(10, 5_000_000);
    clock.pause();
    const record = clockRecord(clock, machine);
    expect(record).toMatchObject({ speed: 10, paused: true, follows: false });
    expect(record.now).toBeGreaterThanOrEqual(5_000_000);
    expect(record.now).toBeLessThan(5_100_000);
    expect(readClockRecord(structuredClone(record))).toEqual(record);
  });

  it('is written anew while nothing happens only where a start would find another one', () => {
    const at = (now: number) => ({ now, speed: 1, paused: false, follows: true });
    expect(differs(at(1), at(2))).toBe(false);
    expect(differs({ ...at(1), follows: false }, { ...at(2), follows: false })).toBe(true);
    expect(differs(at(1), { ...at(1), paused: true, follows: false })).toBe(true);
    expect(differs(undefined, clockRecord(createManualClock(), machine))).toBe(true);
  });

  it('is none where the record is none', () => {
    for (const value of [undefined, 'soon', {}, { now: 1, speed: 0 }])
      expect(readClockRecord(value)).toBeUndefined();
  });
});
