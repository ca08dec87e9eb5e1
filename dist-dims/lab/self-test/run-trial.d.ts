import type { Result } from '../../document/complaint.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import type { InProcessOptions } from '../in-process/in-process-options.js';
import type { Trial, Tried } from './trial.js';
export type RunTrial = (trial: Trial) => Promise<Tried>;
/** @param serviceOf the service that a trial is about. */
export declare function createTrialRunner(scenarios: readonly Scenario[], serviceOf: (trial: Trial) => Result<InProcessOptions>): RunTrial;
