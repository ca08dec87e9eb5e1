import { type Result } from '../../document/complaint.js';
import { type RestoreBook } from '../../harness/restore/book.js';
import type { Clock } from '../../kernel/clock.js';
import type { Io } from '../io.js';
import { type RestoreFile } from './restore-files.js';
export interface TargetHold {
    readonly path: string;
    readonly book: RestoreBook;
    /** What an earlier run has left. */
    readonly leftovers: RestoreFile | undefined;
    /** The command line that puts back what is left. */
    readonly restoreLine: string;
    release(): Promise<void>;
}
export interface HoldOptions {
    readonly baseUrl: string;
    /** Path of the profile; absent when the target was given as an address. */
    readonly profile?: string;
    /** Arguments that lead to the same target, without secrets. */
    readonly repeatArguments: readonly string[];
    readonly command: 'run' | 'restore';
    readonly restoreDir?: string | undefined;
    /** The machine's clock. */
    readonly clock: Clock;
}
export declare function holdTarget(options: HoldOptions, io: Io): Promise<Result<TargetHold>>;
