import type { Result } from '../../document/complaint.js';
import type { InProcessOptions } from '../../lab/in-process/in-process-options.js';
import type { Trial } from '../../lab/self-test/trial.js';
/** Reads once what all trials share. */
export declare function loadTrialServices(cwd: string): Result<(trial: Trial) => Result<InProcessOptions>>;
