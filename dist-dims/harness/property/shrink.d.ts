import type { Clock } from '../../kernel/clock.js';
import type { Finding } from '../verdict/verdict.js';
import type { Executor } from './executor.js';
import type { Program } from './program.js';
import type { ProgramRun } from './run-program.js';
export interface ShrinkLimits {
    /** Programs that are run for it, at most. */
    readonly programs: number;
    /** How long it may take, in ms of the clock given. */
    readonly time: number;
}
/** A program that shows a fault. */
export interface Showing {
    readonly program: Program;
    readonly run: ProgramRun;
    readonly finding: Finding;
}
export interface Shrinking {
    readonly clock: Pick<Clock, 'now'>;
    readonly signal: AbortSignal;
    /** Names the runs: each has keys and a chance of its own. */
    readonly mark: string;
    /** What shows this above all is not worth to be made simpler. */
    readonly isKnown?: (finding: Finding) => boolean;
}
export declare function shrink(first: Showing, executor: Executor, { programs, time }: ShrinkLimits, { clock, signal, mark, isKnown }: Shrinking): Promise<Showing>;
