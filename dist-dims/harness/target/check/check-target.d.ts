import type { Peripherals } from '../../../contract/schemas/device.js';
import type { TargetProblem } from './problem.js';
import { type Unreachable } from './reach.js';
import type { Profile } from '../../profile/profile.js';
import type { Target } from '../target.js';
export type { TargetProblem } from './problem.js';
export type TargetCheck = ({
    readonly kind: 'fits';
} & Found) | ({
    readonly kind: 'differs';
    readonly problems: readonly TargetProblem[];
} & Found) | Unreachable;
interface Found {
    /** Those of the devices just now, by device id: what is to be found again after the run. */
    readonly states: ReadonlyMap<string, Peripherals>;
    /** Ids of all devices that some client lists. */
    readonly listed: ReadonlySet<string>;
}
export interface CheckOptions {
    readonly signal?: AbortSignal;
    /** How long interference is waited out, in ms. */
    readonly atMost?: number;
}
export declare function checkTarget(target: Target, profile: Profile, { signal, atMost }?: CheckOptions): Promise<TargetCheck>;
