import type { Timer } from './clock.js';
export interface TimerQueue {
    /**
     * Adds a timer that is due `delay` ms after `now`; inside of a callback, after that callback was due. When the
     * machine has stood still, a chain of timers so keeps its place beside others that were due later.
     */
    add(name: string, now: number, delay: number, callback: () => void): Timer;
    first(): Timer | undefined;
    /** Takes the first timer out and calls it back. */
    fireFirst(): void;
    toArray(): readonly Timer[];
}
export declare function createTimerQueue(): TimerQueue;
