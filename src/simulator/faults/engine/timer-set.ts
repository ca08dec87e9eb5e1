// Timers that are cancelled together.
import type { Clock, Timer } from '../../../kernel/clock.js';

export interface TimerSet {
  after(delay: number, act: () => void): void;
  clear(): void;
}

export function createTimerSet(clock: Clock): TimerSet {
  const timers = new Set<Timer>();
  return {
    after: (delay, act) => {
      const timer = clock.setTimer('fault', delay, () => {
        timers.delete(timer);
        act();
      });
      timers.add(timer);
    },
    clear: () => {
      for (const timer of timers) timer.cancel();
      timers.clear();
    },
  };
}
