// When an audit is over: after the time of --for, or at an interrupt.
import type { Clock } from '../../kernel/clock.js';

interface TimeLimit {
  readonly signal: AbortSignal;
  dispose(): void;
}

/** @param time in ms; undefined has no end of its own. */
export function createTimeLimit(
  time: number | undefined,
  signal: AbortSignal,
  clock: Pick<Clock, 'setTimer'>,
): TimeLimit {
  const over = new AbortController();
  const end = (): void => over.abort(new Error('the time is over'));
  signal.addEventListener('abort', end, { once: true });
  const timer = time === undefined ? undefined : clock.setTimer('end of the audit', time, end);
  return {
    signal: over.signal,
    dispose: () => {
      timer?.cancel();
      signal.removeEventListener('abort', end);
    },
  };
}
