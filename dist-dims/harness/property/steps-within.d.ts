import type { StepData } from './program.js';
/** Undefined for a step that holds no others. */
export declare function innerSteps(step: StepData): readonly StepData[] | undefined;
/** The steps, and those that stand inside of others in their place. */
export declare function stepsWithin(steps: readonly StepData[]): readonly StepData[];
