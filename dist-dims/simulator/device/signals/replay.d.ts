import type { ReplaySpec, Signal } from './signal.js';
export declare function createReplay({ points, between, after }: ReplaySpec): Signal;
