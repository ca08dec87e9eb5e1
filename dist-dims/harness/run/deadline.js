import { formatDuration } from '../../kernel/duration.js';
import { onAbort } from '../../kernel/on-abort.js';
class DeadlineError extends Error {
}
/**
 * @param clock the machine's: a deadline is meant in real time, however fast the run's clock goes.
 * @param time in ms; `Infinity` for none.
 */
export function startDeadline(clock, time, signal) {
    const controller = new AbortController();
    const over = new DeadlineError(`the deadline of ${formatDuration(time)} is over`);
    const forget = onAbort(signal, () => controller.abort(signal.reason));
    if (signal.aborted)
        controller.abort(signal.reason);
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
export function whatEnded(signal) {
    if (!signal?.aborted)
        return undefined;
    return signal.reason instanceof DeadlineError ? signal.reason.message : 'interrupted';
}
