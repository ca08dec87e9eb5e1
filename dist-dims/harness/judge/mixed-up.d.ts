import { type Invariant } from './invariant.js';
/** What a reply shows belongs to its own request, or proves a mix-up when it belongs to a neighbour. */
export declare const mixedUp: Invariant;
