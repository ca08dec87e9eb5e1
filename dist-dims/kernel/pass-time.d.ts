import type { ManualClock } from './manual-clock.js';
/** Lets time pass in small steps until `work` has ended. For work on timers alone, `runUntil` is exact. */
export declare function passTime<T>(clock: ManualClock, work: Promise<T>): Promise<T>;
