import type { Clock } from '../../kernel/clock.js';
export interface Deadline {
    /** Aborts when the time is over, or with the signal that was given. */
    readonly signal: AbortSignal;
    dispose(): void;
}
/**
 * @param clock the machine's: a deadline is meant in real time, however fast the run's clock goes.
 * @param time in ms; `Infinity` for none.
 */
export declare function startDeadline(clock: Pick<Clock, 'setTimer'>, time: number, signal: AbortSignal): Deadline;
/** What ended a run, in words; undefined when nothing has. */
export declare function whatEnded(signal: AbortSignal | undefined): string | undefined;
