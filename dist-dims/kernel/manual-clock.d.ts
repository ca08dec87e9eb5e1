import { type Clock, type Timer } from './clock.js';
export interface ManualClock extends Clock {
    /** Moves time on by `duration` ms; timers due on the way fire in order, each with `now()` at its due time. */
    advance(duration: number): Promise<void>;
    /** Jumps from timer to timer until `work` settles; rejects when nothing is left that could settle it. */
    runUntil<T>(work: Promise<T>): Promise<T>;
    /** Timers that wait, soonest first. */
    pending(): readonly Timer[];
}
/** @param start clock time in ms at which the clock begins. */
export declare function createManualClock(start?: number): ManualClock;
