import type { Signal, SineSpec } from './signal.js';
export declare function createSine({ mean, amplitude, period, phase }: SineSpec): Signal;
