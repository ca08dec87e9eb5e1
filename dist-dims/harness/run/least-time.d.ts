import type { LeastTime } from '../verdict/verdict.js';
import type { PlannedCheck } from './plan.js';
export interface LeastTimeOptions {
    /** The profile's ceiling. */
    readonly requestsPerSecond?: number;
    /** All devices were refreshed right before, so that their budgets are used up when the first check starts. */
    readonly looked?: boolean;
}
export declare function leastTime(checks: readonly PlannedCheck[], options?: LeastTimeOptions): LeastTime;
