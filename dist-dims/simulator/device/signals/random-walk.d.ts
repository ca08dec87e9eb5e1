import type { RandomWalkSpec, Signal, SignalSource } from './signal.js';
export declare function createRandomWalk(spec: RandomWalkSpec, source: SignalSource): Signal;
