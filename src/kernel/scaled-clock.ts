// A clock that runs N times as fast as the machine's. Embedded runs use it, so that a wait of three
// seconds costs a fraction of one while sockets stay real.
import { assert } from './assert.js';
import { type Clock, sleepOn } from './clock.js';
import { hostNow, hostTimer } from './host-time.js';

export interface ScaledClock extends Clock {
  /** Clock seconds per second of the machine. */
  readonly speed: number;
}

export function createScaledClock(speed: number): ScaledClock {
  assert(Number.isFinite(speed) && speed > 0, `a clock's speed is a positive number, not ${speed}`);
  const origin = hostNow();
  const now = (): number => origin + (hostNow() - origin) * speed;
  const clock: ScaledClock = {
    speed,
    now,
    setTimer: (name, delay, callback) => hostTimer(name, delay / speed, now() + delay, callback),
    sleep: (delay, signal) => sleepOn(clock, delay, signal),
  };
  return clock;
}
