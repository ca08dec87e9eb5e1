import type { Clock } from '../../kernel/clock.js';
import type { PowerSpec } from './device-spec.js';
export interface Power {
    /** Whether there is power from outside. */
    supplied(): boolean;
    /** Whether the device works: also true in the hold-up time, not yet true while it boots. */
    running(): boolean;
    /** How often the device has stopped working; an operation that saw this change was cut short. */
    stops(): number;
    cut(): void;
    restore(): void;
    /** Stops at once and tells nobody. */
    kill(): void;
}
export interface PowerOptions {
    readonly spec: PowerSpec;
    readonly clock: Clock;
    /** The power was cut; the device still works. */
    readonly onLost: () => void;
    /** The power is back before the device has stopped. */
    readonly onSaved: () => void;
    readonly onStopped: () => void;
    readonly onBooted: () => void;
}
export declare function createPower({ spec, clock, onLost, onSaved, onStopped, onBooted }: PowerOptions): Power;
