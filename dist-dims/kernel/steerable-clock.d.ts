import { type Clock } from './clock.js';
export interface SteerableClock extends Clock {
    /** Clock seconds per second of the machine, when it is not paused. */
    readonly speed: number;
    readonly paused: boolean;
    pause(): void;
    resume(): void;
    setSpeed(speed: number): void;
    /**
     * Moves time on by `duration` ms at once, paused or not. Timers due on the way fire in order, each with
     * `now()` at its due time, and promises go on in between. Steps that overlap take place one after the other.
     */
    step(duration: number): Promise<void>;
}
/** Starts at the machine's time. */
export declare function createSteerableClock(initialSpeed?: number): SteerableClock;
