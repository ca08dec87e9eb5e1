import type { StepData } from './program.js';
export declare function stepWords(steps: readonly StepData[]): readonly string[];
