// Bounds work with the target by a time on the clock, and by a signal of whoever wants it no longer.
import type { Clock } from '../../../kernel/clock.js';
import { onAbort } from '../../../kernel/on-abort.js';

export interface Bounded<T> {
  readonly result: T;
  /** Why the work was told to give up, if it was: the time was over before it, or nobody waits for it any more. */
  readonly over: 'late' | 'interrupted' | undefined;
}

export interface PatienceBounds {
  /** In ms. */
  readonly patience: number;
  readonly signal?: AbortSignal | undefined;
}

/** What a request comes to that nobody waits for any more. */
export const CALL_INTERRUPTED = 'the run was interrupted before the reply';

export async function withinPatience<T>(
  clock: Clock,
  { patience, signal }: PatienceBounds,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Bounded<T>> {
  const giveUp = new AbortController();
  let over: Bounded<T>['over'];
  const stop = (why: 'late' | 'interrupted'): void => {
    over ??= why;
    giveUp.abort();
  };
  if (signal?.aborted) stop('interrupted');
  const forget = signal && onAbort(signal, () => stop('interrupted'));
  const timer = clock.setTimer('patience with the target', patience, () => stop('late'));
  try {
    const result = await work(giveUp.signal);
    return { result, over };
  } finally {
    timer.cancel();
    forget?.();
  }
}

/**
 * What the work comes to, or `instead` once the signal aborts: not all work hears one. An HTTP library does only once it
 * has a connection, and a server may accept one and never finish the handshake.
 */
export async function orGivenUp<T, I>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  instead: I,
): Promise<T | I> {
  if (!signal) return work;
  let forget = (): void => undefined;
  const givenUp = new Promise<I>((resolve) => {
    if (signal.aborted) return resolve(instead);
    forget = onAbort(signal, () => resolve(instead));
  });
  return Promise.race([work, givenUp]).finally(() => forget());
}
