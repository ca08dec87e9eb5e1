import type { Signal, StepSpec } from './signal.js';
export declare function createStep({ levels, every, after }: StepSpec): Signal;
