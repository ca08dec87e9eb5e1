import { type Invariant } from './invariant.js';
export declare const envelope: Invariant;
/** A value of the wire, short enough for a report. */
export declare function words(value: unknown): string;
