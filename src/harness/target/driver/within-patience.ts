// Bounds work with the target by a time on the clock.
import type { Clock } from '../../../kernel/clock.js';

export interface Bounded<T> {
  readonly result: T;
  /** True when the time was over before the work was, which was then told to give up. */
  readonly late: boolean;
}

export async function withinPatience<T>(
  clock: Clock,
  patience: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Bounded<T>> {
  const giveUp = new AbortController();
  const timer = clock.setTimer('patience with the target', patience, () => giveUp.abort());
  try {
    const result = await work(giveUp.signal);
    return { result, late: giveUp.signal.aborted };
  } finally {
    timer.cancel();
  }
}
