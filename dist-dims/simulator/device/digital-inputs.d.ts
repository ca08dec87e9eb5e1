import type { Clock } from '../../kernel/clock.js';
import type { DigitalInputSpec } from './device-spec.js';
import type { Pattern } from './pattern.js';
export interface DigitalInputs {
    readonly count: number;
    /** Levels as reported, in the order of the indices. */
    reported(): boolean[];
    /** Where the contacts are. */
    levels(): boolean[];
    /** Levels to which contacts were moved; undefined for those that follow a pattern or were never moved. */
    held(): (boolean | undefined)[];
    /** Moves a contact; false when there is no such input. */
    drive(index: number, level: boolean): boolean;
    /** Lets a contact follow a pattern that began at `since`; false when there is no such input. */
    follow(index: number, pattern: Pattern, since: number): boolean;
    /** Turns the timers on or off. */
    watch(on: boolean): void;
    /** Reads all contacts as they are, as a device does that has just booted. */
    settle(): void;
}
export interface DigitalInputsOptions {
    readonly specs: readonly DigitalInputSpec[];
    readonly clock: Clock;
    readonly bounce: (index: number, at: number) => readonly number[];
    /** Called after each moment at which something may have changed. */
    readonly onChange: () => void;
}
export declare function createDigitalInputs(options: DigitalInputsOptions): DigitalInputs;
