import { type Invariant } from './invariant.js';
export declare const refreshSpacing: Invariant;
