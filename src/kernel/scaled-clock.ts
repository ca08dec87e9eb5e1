// A clock that runs N times as fast as the machine's. Embedded runs use it, so that a wait of three
// seconds costs a fraction of one while sockets stay real.
import type { Clock } from './clock.js';
import { createSteerableClock } from './steerable-clock.js';

export interface ScaledClock extends Clock {
  /** Clock seconds per second of the machine. */
  readonly speed: number;
}

export function createScaledClock(speed: number): ScaledClock {
  const { now, setTimer, sleep, outside } = createSteerableClock(speed);
  return { speed, now, setTimer, sleep, outside };
}
