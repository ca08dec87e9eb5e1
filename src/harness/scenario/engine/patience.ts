// Waiting that ends when the run is interrupted.
import type { Clock } from '../../../kernel/clock.js';
import { onAbort } from '../../../kernel/on-abort.js';

/** True when the time came, false when the wait was interrupted. */
export async function waitUntil(
  clock: Pick<Clock, 'now' | 'setTimer'>,
  until: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return false;
  const delay = until - clock.now();
  if (delay <= 0) return true;
  return new Promise((resolve) => {
    const timer = clock.setTimer('harness', delay, () => {
      stop();
      resolve(true);
    });
    const stop = onAbort(signal, () => {
      stop();
      timer.cancel();
      resolve(false);
    });
  });
}
