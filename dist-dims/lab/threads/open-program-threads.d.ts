import type { ProgramThreads, ThreadsOptions } from '../../harness/run/program-options.js';
export interface ProgramThreadsOptions extends ThreadsOptions {
    /** The module that runs in each, and answers shares with what they came to. */
    readonly module: URL;
    /** What each is given at its beginning: plain data, enough to run the same programs. */
    readonly data: unknown;
    /** Of the machine: a thread for each. */
    readonly cores: number;
}
/** Undefined where they would not pay. */
export declare function openProgramThreads(options: ProgramThreadsOptions): ProgramThreads | undefined;
