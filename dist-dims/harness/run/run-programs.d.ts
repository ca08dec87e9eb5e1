import type { Executor } from '../property/executor.js';
import type { CheckResult, ProgramCounts } from '../verdict/verdict.js';
import type { ProgramOptions } from './program-options.js';
import type { RunContext } from './run-context.js';
export interface ProgramsRun {
    /** One for each property. */
    readonly checks: readonly CheckResult[];
    readonly programs: ProgramCounts;
}
/** Programs that do not end when they are told to are not waited for: what they came to is not known then. */
export declare function runPrograms(options: ProgramOptions, context: RunContext): Promise<ProgramsRun>;
/** What programs on the target share with the checks before them. */
export type ProgramGround = Pick<RunContext, 'target' | 'profile' | 'leases' | 'stimuli' | 'safety' | 'random' | 'signal' | 'parallel'>;
/** Runs programs on the target itself; undefined where the profile has nothing that they could use. */
export declare function executorOn({ target, profile, leases, stimuli, safety, random, signal, parallel }: ProgramGround, { offers, restriction }: Pick<ProgramOptions, 'offers' | 'restriction'>): Executor | undefined;
