export interface ClockHand {
    readonly speed: number;
    readonly paused: boolean;
    now(): number;
    moves(): boolean;
    pause(paused: boolean): void;
    setSpeed(speed: number): void;
    /** Stands still for a step, whatever the pause says, until it is released. */
    hold(): void;
    release(): void;
    /** Never backwards. */
    moveTo(time: number): void;
}
export declare function createClockHand(initialSpeed: number): ClockHand;
