import type { RestoreRecord } from '../restore/record.js';
import { type Unreachable } from '../target/check/reach.js';
import type { OpenTarget } from './open-target.js';
export type PutBack = {
    readonly kind: 'tried';
    /** What is as it was, in words. */
    readonly done: readonly string[];
    /** What could not be put back, in words. */
    readonly left: readonly string[];
} | Unreachable;
export interface PutBackOptions {
    /** Ends it: what is not put back by then is left. */
    readonly signal?: AbortSignal | undefined;
}
export declare function putBackLeftovers({ target, profile, gate, stimuli, seed, }: Pick<OpenTarget, 'target' | 'profile' | 'gate' | 'stimuli' | 'seed'>, record: RestoreRecord, { signal }: PutBackOptions): Promise<PutBack>;
