import type { RunResult } from '../harness/verdict/verdict.js';
export interface LeftUnchecked {
    /** `--no-actuate`, `--read-only` */
    readonly option: string;
    /** Ids of rules of which nothing was checked. */
    readonly rules: readonly string[];
    /** Ids of rules of which some checks were left out, and others were not. */
    readonly inPart: readonly string[];
}
/** Undefined where the run left nothing out. */
export declare function leftUncheckedIn(result: Pick<RunResult, 'checks' | 'leftOut'>): LeftUnchecked | undefined;
