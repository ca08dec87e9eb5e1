// The clock of the machine: one second is one second.
import { type Clock, sleepOn } from './clock.js';
import { hostNow, hostTimer } from './host-time.js';

export function createSystemClock(): Clock {
  const clock: Clock = {
    now: hostNow,
    setTimer: (name, delay, callback) => hostTimer(name, delay, hostNow() + delay, callback),
    sleep: (delay, signal) => sleepOn(clock, delay, signal),
  };
  return clock;
}
