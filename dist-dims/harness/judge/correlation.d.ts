import { type Invariant } from './invariant.js';
/** On a connection that got malformed frames, a reply may be meant for one of those: nothing is judged there. */
export declare const correlation: Invariant;
