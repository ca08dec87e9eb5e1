import { type Selection } from '../../harness/run/plan.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import { type Result } from '../../document/complaint.js';
import type { InProcessOptions } from './in-process-options.js';
export interface InProcessRun {
    readonly result: RunResult;
    /** What the simulator threw: bugs of ours. */
    readonly bugs: readonly unknown[];
}
export declare function runInProcess(options: InProcessOptions, scenarios: readonly Scenario[], selection?: Selection): Promise<Result<InProcessRun>>;
