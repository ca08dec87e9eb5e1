import type { Finding } from '../verdict/verdict.js';
import type { Executor } from './executor.js';
import type { Program } from './program.js';
import type { ProgramRun } from './run-program.js';
/** How often a program is run again, and how often an idle one to see whether others are at work. */
export declare const CONFIRMATIONS = 3;
export type Confirmation = {
    readonly kind: 'confirmed';
    readonly run: ProgramRun;
    readonly finding: Finding;
}
/** `run` is one in which the counterexample did not show. */
 | {
    readonly kind: 'not reproduced';
    readonly shown: number;
    readonly run: ProgramRun;
}
/** Nothing was left to run it on. */
 | {
    readonly kind: 'not run';
    readonly shown: number;
    readonly why: string;
    readonly run: ProgramRun;
}
/** In words: what others did while nothing was asked of the target. */
 | {
    readonly kind: 'others at work';
    readonly signs: readonly string[];
    readonly run: ProgramRun;
};
/** @param mark names the runs; each has a chance of its own. */
export declare function confirm(program: Program, finding: Finding, executor: Executor, mark: string): Promise<Confirmation>;
/**
 * How long to wait for what follows, in ms, where a finding is looked into: only an event takes longer to prove
 * missing. What else was seen at the end may be gone after a longer wait.
 */
export declare function patienceFor({ rule }: Finding, { eventPatience }: Executor): number;
/** The wait at the beginning of the end is long enough for what is late to come. */
export declare function withSettle(program: Program, settle: number): Program;
