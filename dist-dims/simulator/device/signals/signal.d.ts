/** Value at `elapsed` ms since the signal began. */
export type Signal = (elapsed: number) => number;
/** Where a signal's chance comes from: the same source gives the same signal. */
export interface SignalSource {
    readonly seed: number;
    readonly label: string;
}
/** What happens when a signal of finite length has run out. */
export type Afterwards = 'hold' | 'repeat';
export interface ConstantSpec {
    readonly kind: 'constant';
    readonly value: number;
}
export interface SineSpec {
    readonly kind: 'sine';
    readonly mean: number;
    readonly amplitude: number;
    readonly period: number;
    /** Where in its period the signal begins, 0 to 1. */
    readonly phase: number;
}
export interface RampSpec {
    readonly kind: 'ramp';
    readonly from: number;
    readonly to: number;
    readonly over: number;
    /** `return` goes back down the way it came, and up again. */
    readonly after: Afterwards | 'return';
}
/** Each level for `every`, in turn. */
export interface StepSpec {
    readonly kind: 'step';
    readonly levels: readonly number[];
    readonly every: number;
    readonly after: Afterwards;
}
/** Wanders from `start`, by about `step` in each `every`; turns back at `least` and `most`. */
export interface RandomWalkSpec {
    readonly kind: 'random-walk';
    readonly start: number;
    readonly step: number;
    readonly every: number;
    readonly least: number;
    readonly most: number;
}
/** Another signal, and on top of it a new deviation of up to `amplitude` in each `every`. */
export interface NoiseSpec {
    readonly kind: 'noise';
    readonly amplitude: number;
    readonly every: number;
    readonly on: SignalSpec;
}
export interface ReplayPoint {
    readonly at: number;
    readonly value: number;
}
/** Recorded values: sorted by time, at least one. */
export interface ReplaySpec {
    readonly kind: 'replay';
    readonly points: readonly ReplayPoint[];
    readonly between: 'hold' | 'linear';
    readonly after: Afterwards;
}
export type SignalSpec = ConstantSpec | SineSpec | RampSpec | StepSpec | RandomWalkSpec | NoiseSpec | ReplaySpec;
export type SignalKind = SignalSpec['kind'];
