// Waiting that ends when the run is interrupted. Many steps wait on one signal at a time: they share one
// listener of it, since platforms warn of more than a few.
import type { Clock } from '../../../kernel/clock.js';

const acts = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls back when the signal aborts; returns the way to be no longer called. */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  const known = acts.get(signal) ?? new Set<() => void>();
  if (!acts.has(signal)) {
    acts.set(signal, known);
    signal.addEventListener('abort', () => [...known].forEach((each) => each()), { once: true });
  }
  known.add(act);
  return () => known.delete(act);
}

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
