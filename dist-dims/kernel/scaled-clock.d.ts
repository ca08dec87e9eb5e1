import type { Clock } from './clock.js';
export interface ScaledClock extends Clock {
    /** Clock seconds per second of the machine. */
    readonly speed: number;
}
export declare function createScaledClock(speed: number): ScaledClock;
