// A fault plan: the faults of one bad day, as its file orders them.
import type { FaultOrder } from '../order.js';

export interface FaultPlan {
  /** What one will see, in a sentence. */
  readonly about: string | undefined;
  readonly faults: readonly FaultOrder[];
}
