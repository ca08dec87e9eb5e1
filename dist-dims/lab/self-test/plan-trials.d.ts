import { type Result } from '../../document/complaint.js';
import type { Trial } from './trial.js';
export interface Subjects {
    readonly defects: readonly string[];
    readonly variants: readonly string[];
    /** Variants that have a dialect: no service has two. */
    readonly dialects: readonly string[];
    /** The dialects of the gallery. */
    readonly gallery: readonly string[];
}
export interface TrialSelection {
    readonly seed: number;
    readonly pairs: number;
    /** Ids of trials or globs over them; none given: all. */
    readonly only?: readonly string[];
}
export declare function planTrials(subjects: Subjects, { seed, pairs, only }: TrialSelection): Result<Trial[]>;
