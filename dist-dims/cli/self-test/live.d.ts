import type { Clock } from '../../kernel/clock.js';
import type { Io } from '../io.js';
import type { TrialProgress } from '../../lab/self-test/run-trials.js';
export interface LiveTrials extends TrialProgress {
    /** Removes the line. */
    end(): void;
}
export interface LiveOptions {
    readonly total: number;
    readonly verbose: boolean;
    /** The machine's. */
    readonly clock: Clock;
}
export declare function createLiveTrials(io: Io, { total, verbose, clock }: LiveOptions): LiveTrials;
