// The clock of the machine: one second is one second.
import type { Clock } from './clock.js';
import { createHostClock } from './host-clock.js';

export function createSystemClock(): Clock {
  return createHostClock(1);
}
