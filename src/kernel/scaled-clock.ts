// A clock that runs N times as fast as the machine's. Embedded runs use it, so that a wait of three
// seconds costs a fraction of one while sockets stay real.
import { assert } from './assert.js';
import type { Clock } from './clock.js';
import { createHostClock } from './host-clock.js';

export interface ScaledClock extends Clock {
  /** Clock seconds per second of the machine. */
  readonly speed: number;
}

export function createScaledClock(speed: number): ScaledClock {
  assert(Number.isFinite(speed) && speed > 0, `a clock's speed is a positive number, not ${speed}`);
  return { speed, ...createHostClock(speed) };
}
