import type { NoiseSpec, Signal, SignalSource } from './signal.js';
export declare function createNoise({ amplitude, every }: NoiseSpec, source: SignalSource, base: Signal): Signal;
