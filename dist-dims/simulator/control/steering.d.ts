import type { Clock } from '../../kernel/clock.js';
export type ClockKind = 'steerable' | 'manual' | 'fixed';
export interface ClockState {
    readonly kind: ClockKind;
    /** Ms since the Unix epoch. */
    readonly now: number;
    readonly paused: boolean;
    /** Clock seconds per second of the machine; 0 for a clock that only moves when it is told to. */
    readonly speed: number;
}
export interface Steering {
    state(): ClockState;
    /** False when this clock cannot do that; likewise for the other methods. */
    pause(): boolean;
    resume(): boolean;
    setSpeed(speed: number): boolean;
    /** Resolves when all that was due on the way has happened. */
    step(duration: number): Promise<boolean>;
}
export declare function createSteering(clock: Clock): Steering;
/** In ms. Longer steps are refused, because all timers on the way fire while the client waits. */
export declare const LONGEST_STEP: number;
export declare const LEAST_SPEED = 0.001;
export declare const MOST_SPEED = 10000;
