import type { Verb } from './verb.js';
export declare const VERBS: readonly Verb[];
export declare function verbByName(name: string): Verb | undefined;
/** The verb whose key stands in the step. */
export declare function verbOf(step: object): Verb | undefined;
