// The time that a run may take as a whole. When it is over, the run ends as after an interrupt: in good order.
import type { Clock } from '../../kernel/clock.js';
import { formatDuration } from '../../kernel/duration.js';
import { onAbort } from '../../kernel/on-abort.js';

interface Deadline {
  /** Aborts when the time is over, or with the signal that was given. */
  readonly signal: AbortSignal;
  dispose(): void;
}

class DeadlineError extends Error {}

/**
 * @param clock the machine's: a deadline is meant in real time, however fast the run's clock goes.
 * @param time in ms; `Infinity` for none.
 */
export function startDeadline(clock: Pick<Clock, 'setTimer'>, time: number, signal: AbortSignal): Deadline {
  const controller = new AbortController();
  const over = new DeadlineError(`the deadline of ${formatDuration(time)} is over`);
  const forget = onAbort(signal, () => controller.abort(signal.reason));
  if (signal.aborted) controller.abort(signal.reason);
  const timer = Number.isFinite(time)
    ? clock.setTimer('deadline of the run', time, () => controller.abort(over))
    : undefined;
  return {
    signal: controller.signal,
    dispose: () => {
      timer?.cancel();
      forget();
    },
  };
}

/** What ended a run, in words; undefined when nothing has. */
export function whatEnded(signal: AbortSignal | undefined): string | undefined {
  if (!signal?.aborted) return undefined;
  return signal.reason instanceof DeadlineError ? signal.reason.message : 'interrupted';
}
