// The one way to know the time and to wait for it. Everything that waits takes a Clock as an argument,
// so that a test can drive minutes in microseconds.

/** A pending callback of a clock. Cancelling a timer that has fired or was cancelled does nothing. */
export interface Timer {
  readonly name: string;
  /** Clock time in milliseconds at which the timer fires. */
  readonly dueAt: number;
  cancel(): void;
}

export interface Clock {
  /** Milliseconds since the Unix epoch, on this clock. Never goes backwards. */
  now(): number;
  /**
   * Calls `callback` once, `delay` milliseconds of this clock from now; a negative delay is none. Timers of one
   * clock fire in the order in which they are due, then in which they were set, and promises go on in between.
   * One that a timer's callback sets counts from when that timer was due, however late it was called.
   * The name is for people who debug.
   */
  setTimer(name: string, delay: number, callback: () => void): Timer;
  /**
   * Resolves after `delay` milliseconds of this clock. Rejects when the signal aborts: with its reason, or
   * with an error that has the reason as its cause when the reason is no error.
   */
  sleep(delay: number, signal?: AbortSignal): Promise<void>;
  /**
   * Resolves as the work does. It says that no timer of this clock ends the work: files, threads, imports, people. A
   * clock that jumps to its next timer when nothing is under way stands still meanwhile.
   */
  outside<T>(work: Promise<T>): Promise<T>;
}

/** `sleep` in terms of `setTimer`: what every clock shares. */
export function sleepOn(clock: Pick<Clock, 'setTimer'>, delay: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.reject(abortReason(signal));
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      timer.cancel();
      if (signal) reject(abortReason(signal));
    };
    const timer = clock.setTimer('sleep', delay, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

function abortReason(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new Error('the wait was cancelled', { cause: reason });
}
