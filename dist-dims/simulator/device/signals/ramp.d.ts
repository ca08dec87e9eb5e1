import type { RampSpec, Signal } from './signal.js';
export declare function createRamp({ from, to, over, after }: RampSpec): Signal;
