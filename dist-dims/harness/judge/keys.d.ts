import { type Invariant } from './invariant.js';
export declare const keys: Invariant;
