import { type Finding, type Verdict } from '../../verdict/verdict.js';
import type { Decision } from './policy.js';
import type { Observation } from './observation.js';
export interface Deciding {
    readonly decision: Decision;
    readonly attempts: number;
    readonly strict: boolean;
}
/** One finding for each rule that an observation speaks of. */
export declare function findingsOf(observations: readonly Observation[], deciding: Deciding): Finding[];
export declare function worstOf(verdicts: readonly Verdict[]): Verdict | undefined;
