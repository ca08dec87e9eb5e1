import type { PlannedCheck } from './plan.js';
import type { RunContext } from './run-context.js';
import type { CheckResult } from '../verdict/verdict.js';
/** @param lease names of devices in the profile, by the scenario's names. */
export declare function runPlanned(check: PlannedCheck, lease: Readonly<Record<string, string>>, context: RunContext): Promise<CheckResult>;
