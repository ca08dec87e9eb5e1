import { type Invariant } from './invariant.js';
/**
 * Any number of operations fit one after the other into overlapping spans, if each is short enough. The
 * interface gives no durations, and what a command says of its own times is the target's word. One thing does
 * last: a transceive that nobody answered has waited for its whole timeout. Wherever in its span it began, it
 * was running in the part that all placements share, and whatever was done wholly inside of that was done at
 * the same time.
 */
export declare const oneAtATime: Invariant;
