import type { Verb } from './verb.js';
export declare const OPERATION_VERBS: readonly Verb[];
