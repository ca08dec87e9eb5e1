import type { Invariant } from '../invariant.js';
export declare const MODEL_INVARIANTS: readonly Invariant[];
