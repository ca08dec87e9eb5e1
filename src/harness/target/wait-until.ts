// Waits until a time on the clock, or until a signal is aborted.
import type { Clock } from '../../kernel/clock.js';
import { onAbort } from '../../kernel/on-abort.js';

/** True when the time came, false when the signal was aborted. */
export async function waitUntil(
  clock: Pick<Clock, 'now' | 'setTimer'>,
  until: number,
  signal?: AbortSignal,
): Promise<boolean> {
  if (signal?.aborted) return false;
  const delay = until - clock.now();
  if (delay <= 0) return true;
  return new Promise((resolve) => {
    const timer = clock.setTimer('harness', delay, () => {
      forget?.();
      resolve(true);
    });
    const interrupt = (): void => {
      forget?.();
      timer.cancel();
      resolve(false);
    };
    const forget = signal && onAbort(signal, interrupt);
  });
}
