// The time of a simulator as it is kept, and where it goes on from after a start.
import type { Clock } from '../../kernel/clock.js';
import { isObject } from '../../kernel/json.js';

export interface ClockRecord {
  /** Clock time in ms. */
  readonly now: number;
  readonly speed: number;
  readonly paused: boolean;
  /** Whether the clock showed the machine's time, and nobody had moved, hurried or stopped it. */
  readonly follows: boolean;
}

/** A clock and the machine's are read one after the other. */
const SAME_TIME = 1000;

export function clockRecord(clock: Clock, machine: Pick<Clock, 'now'>): ClockRecord {
  const now = clock.now();
  const speed = 'speed' in clock && typeof clock.speed === 'number' ? clock.speed : 1;
  const paused = 'paused' in clock && clock.paused === true;
  const follows = !paused && speed === 1 && Math.abs(now - machine.now()) < SAME_TIME;
  return { now, speed, paused, follows };
}

/** Whether the second one has to be written although nothing else is: the time that a start finds would be another. */
export function differs(before: ClockRecord | undefined, after: ClockRecord): boolean {
  if (before?.follows === true && after.follows) return false;
  return (
    before?.now !== after.now ||
    before.speed !== after.speed ||
    before.paused !== after.paused ||
    before.follows !== after.follows
  );
}

/** Undefined where there is none, or none that is readable. */
export function readClockRecord(value: unknown): ClockRecord | undefined {
  if (!isObject(value)) return undefined;
  const { now, speed, paused, follows } = value;
  const fits = typeof now === 'number' && typeof speed === 'number' && speed > 0;
  return fits ? { now, speed, paused: paused === true, follows: follows === true } : undefined;
}

/** Time goes on from where it was: of a clock that showed the machine's time, from there, but never backwards. */
export function startOf(record: ClockRecord, machine: Pick<Clock, 'now'>): number {
  return record.follows ? Math.max(record.now, machine.now()) : record.now;
}
