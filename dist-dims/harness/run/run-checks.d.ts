import type { CheckResult } from '../verdict/verdict.js';
import type { Plan } from './plan.js';
import type { RunContext } from './run-context.js';
/** What became of each check of the plan, in the order of their ids. */
export declare function runChecks(plan: Plan, context: RunContext): Promise<readonly CheckResult[]>;
/** What becomes of a plan whose checks were never begun. */
export declare function noChecks(plan: Plan, at: number): readonly CheckResult[];
