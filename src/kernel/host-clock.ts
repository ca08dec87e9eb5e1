// The only file that touches the machine's own time. The system clock and the scaled clock are made here.
import { type Clock, sleepOn, type Timer } from './clock.js';
import { createTimerQueue } from './timer-queue.js';

/** The longest delay that the host's timers take; longer ones would fire at once. */
const LONGEST_HOST_DELAY = 2 ** 31 - 1;

const epochAtStart = Date.now() - performance.now();

/** Wall time in milliseconds that never goes backwards, even when the machine's clock is set. */
function hostNow(): number {
  return epochAtStart + performance.now();
}

/**
 * A clock that starts at the machine's time and runs `speed` times as fast. It holds one host timer, for the
 * timer that is due first: host timers of their own would fire in an order that is right to a millisecond of
 * the machine only, which is a second of a clock of speed 1000.
 */
export function createHostClock(speed: number): Clock {
  const origin = hostNow();
  const now = (): number => origin + (hostNow() - origin) * speed;
  const queue = createTimerQueue();
  let awaited: Timer | undefined;
  let disarm = (): void => undefined;

  const arm = (): void => {
    const first = queue.first();
    if (first === awaited) return;
    disarm();
    awaited = first;
    if (first) disarm = callOnHost(wake, (first.dueAt - now()) / speed);
  };
  // One timer a call, so that promises go on before the next. A host timer may be early; then it is set anew.
  const wake = (): void => {
    awaited = undefined;
    const first = queue.first();
    try {
      if (first && first.dueAt <= now()) queue.fireFirst();
    } finally {
      arm();
    }
  };

  const clock: Clock = {
    now,
    setTimer: (name, delay, callback) => {
      const timer = queue.add(name, now(), delay, callback);
      const cancel = (): void => {
        timer.cancel();
        arm();
      };
      arm();
      return { name, dueAt: timer.dueAt, cancel };
    },
    sleep: (delay, signal) => sleepOn(clock, delay, signal),
  };
  return clock;
}

/** Calls back after about `delay` ms of the machine; returns the way to call it off. */
function callOnHost(callback: () => void, delay: number): () => void {
  if (delay <= 0) {
    const immediate = setImmediate(callback);
    return () => clearImmediate(immediate);
  }
  const timeout = setTimeout(callback, Math.min(Math.ceil(delay), LONGEST_HOST_DELAY));
  return () => clearTimeout(timeout);
}
