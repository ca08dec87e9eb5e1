// The clock of the machine: one second is one second.
import type { Clock } from './clock.js';
import { createSteerableClock } from './steerable-clock.js';

export function createSystemClock(): Clock {
  const { now, setTimer, sleep, outside } = createSteerableClock(1);
  return { now, setTimer, sleep, outside };
}
