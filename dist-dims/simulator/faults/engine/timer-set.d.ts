import type { Clock } from '../../../kernel/clock.js';
export interface TimerSet {
    after(delay: number, act: () => void): void;
    clear(): void;
}
export declare function createTimerSet(clock: Clock): TimerSet;
