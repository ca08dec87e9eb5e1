// The only file that touches the machine's own time. System and scaled clocks are built on it.
import type { Timer } from './clock.js';

/** The longest delay that the host's timers take; longer ones would fire at once. */
const LONGEST_HOST_DELAY = 2 ** 31 - 1;

const epochAtStart = Date.now() - performance.now();

/** Wall time in milliseconds that never goes backwards, even when the machine's clock is set. */
export function hostNow(): number {
  return epochAtStart + performance.now();
}

/** A host timer that also takes delays beyond 24 days. `dueAt` is what the calling clock calls that moment. */
export function hostTimer(name: string, delay: number, dueAt: number, callback: () => void): Timer {
  const end = performance.now() + delay;
  let handle: NodeJS.Timeout;
  const arm = (remaining: number): void => {
    handle = setTimeout(
      () => {
        const left = end - performance.now();
        // A host timer may fire a little early; a clock that says "3 s" must have let 3 s pass.
        if (left > 0) arm(left);
        else callback();
      },
      Math.min(Math.ceil(remaining), LONGEST_HOST_DELAY),
    );
  };
  arm(Math.max(0, delay));
  return { name, dueAt, cancel: () => clearTimeout(handle) };
}
