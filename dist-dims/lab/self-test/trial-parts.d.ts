import type { CheckResult } from '../../harness/verdict/verdict.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import type { Result } from '../../document/complaint.js';
import type { InProcessOptions } from '../in-process/in-process-options.js';
export interface PartResult {
    readonly checks: readonly CheckResult[];
    readonly bugs: readonly unknown[];
}
/** Judges the service that these options open, in virtual time. */
export type TrialPart = (service: InProcessOptions) => Promise<Result<PartResult>>;
export declare function programsPart(): TrialPart;
export declare function scenariosPart(scenarios: readonly Scenario[]): TrialPart;
