import type { RunTrial } from './run-trial.js';
import type { Trial, Tried } from './trial.js';
export interface TrialProgress {
    begun(trial: Trial): void;
    ended(tried: Tried): void;
}
/** What was tried, in the order of the trials; less than all when the signal aborts. */
export declare function runTrials(trials: readonly Trial[], runners: readonly RunTrial[], progress: TrialProgress, signal: AbortSignal): Promise<Tried[]>;
