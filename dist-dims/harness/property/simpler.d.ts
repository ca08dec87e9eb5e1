import type { StepData } from './program.js';
type Body = readonly StepData[];
/** Large cuts first: most of a random program has nothing to do with what it shows. */
export declare function simplerBodies(body: Body): Generator<Body>;
export {};
