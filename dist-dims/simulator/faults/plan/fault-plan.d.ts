import type { FaultOrder } from '../order.js';
export interface FaultPlan {
    /** What the plan shows, in one sentence. */
    readonly about: string | undefined;
    readonly faults: readonly FaultOrder[];
}
