import { type Budget } from './limits.js';
import type { StepsSource } from './parse-steps.js';
/** @param read the text of a fragment by its path; undefined when there is none. */
export declare function createIncludes(read: ((path: string) => string | undefined) | undefined, budget: Budget): StepsSource['include'];
export declare const tooLarge: string;
