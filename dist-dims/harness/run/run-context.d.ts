import { type Random } from '../../kernel/random.js';
import { type Leases } from '../target/leases.js';
import { type Liveness } from '../target/liveness.js';
import { type RefreshBook } from '../target/refresh-book.js';
import type { OnProgress } from './progress.js';
import type { RunOptions } from './run-options.js';
export interface RunContext extends Omit<RunOptions, 'plan' | 'programs'> {
    readonly roundTrip: number;
    readonly random: Random;
    /** Ends the run: it was interrupted, or the target is gone. */
    readonly signal: AbortSignal;
    readonly runMark: string;
    readonly refreshes: RefreshBook;
    /** Of the devices of the profile, by their names there. */
    readonly leases: Leases;
    readonly liveness: Liveness;
    readonly onProgress: OnProgress;
    readonly parallel: number;
    /** Asks the target; one that does not answer ends the run. */
    stillThere(): Promise<boolean>;
    /** Why the run was ended early, in words; undefined when it was not. */
    cutShort(): string | undefined;
}
/** @param options of the run. @param roundTrip of its calibration, in ms. */
export declare function createRunContext(options: RunOptions, roundTrip: number, onProgress: OnProgress): RunContext;
