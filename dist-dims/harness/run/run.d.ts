import type { RestoreRecord } from '../restore/record.js';
import type { RunResult } from '../verdict/verdict.js';
import type { OpenTarget } from './open-target.js';
import { type Unprepared } from './prepare.js';
import type { ProgramOptions } from './program-options.js';
import type { RunOptions } from './run-options.js';
export interface TargetRunOptions extends Pick<RunOptions, 'plan' | 'strict' | 'signal' | 'ending' | 'onProgress' | 'parallel'> {
    readonly programs?: Omit<ProgramOptions, 'offers'>;
    /** Go on though profile or dialect do not fit. */
    readonly anyway?: boolean;
    /** What an earlier run has left: it is put back first. */
    readonly leftovers?: RestoreRecord | undefined;
}
export type RunEnd = {
    readonly ok: true;
    readonly result: RunResult;
    /** Why it could not be stored what has to be put back, or that nothing has to be any more. */
    readonly unstored?: string;
}
/** Nothing was checked. */
 | Unprepared
/** What an earlier run has left could not be put back, in words. */
 | {
    readonly ok: false;
    readonly kind: 'leftovers';
    readonly left: readonly string[];
};
export declare function run(open: OpenTarget, options: TargetRunOptions): Promise<RunEnd>;
/** The run itself, once it is known that profile and dialect fit. */
export declare function runPrepared(options: RunOptions): Promise<RunResult>;
