import type { BounceSpec } from './device-spec.js';
/** Ascending moments after an edge, in ms: the same edge always bounces the same way. */
export declare function bounceOffsets(spec: BounceSpec | undefined, seed: number, label: string, at: number): number[];
