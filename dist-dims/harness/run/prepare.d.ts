import { type Safety } from '../safety/safety.js';
import { type TargetProblem } from '../target/check/check-target.js';
import type { Target } from '../target/target.js';
import type { Profile } from '../profile/profile.js';
import type { OpenTarget } from './open-target.js';
export interface Prepared {
    /** Lets nothing through that the profile does not allow. */
    readonly target: Target;
    readonly safety: Safety;
    /** Clock time; undefined when no device could be refreshed. */
    readonly refreshedAt?: number;
    /** Nobody answered, in words. */
    readonly unreachable?: string;
}
/** Why nothing was checked. */
export type Unprepared = 
/** Profile or dialect do not fit the target. */
{
    readonly ok: false;
    readonly kind: 'differs';
    readonly problems: readonly TargetProblem[];
}
/** It cannot be stored what would have to be put back. */
 | {
    readonly ok: false;
    readonly kind: 'unstored';
    readonly why: string;
};
export type Preparation = {
    readonly ok: true;
    readonly prepared: Prepared;
} | Unprepared;
export interface PrepareOptions {
    /** Go on though profile or dialect do not fit. */
    readonly anyway?: boolean;
    readonly signal?: AbortSignal;
}
export declare function restoreTime({ patience }: Pick<Profile, 'patience'>): number;
export declare function prepare({ target, profile, gate, stimuli, seed, vouchedFor, book }: Omit<OpenTarget, 'close'>, { anyway, signal }: PrepareOptions): Promise<Preparation>;
