import { type Invariant } from '../invariant.js';
export declare const eventMissing: Invariant;
