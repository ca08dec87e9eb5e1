import type { RunResult } from '../harness/verdict/verdict.js';
export interface Conclusion {
    /** `passed`: everything that was checked held, and something was. */
    readonly kind: 'passed' | 'broken' | 'undecided' | 'unreachable' | 'error';
    readonly mood: 'good' | 'bad' | 'doubtful';
    readonly sentence: string;
}
export declare function conclude(result: RunResult): Conclusion;
