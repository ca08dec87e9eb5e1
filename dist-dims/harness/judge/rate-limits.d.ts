import { type Invariant } from './invariant.js';
export declare const rateLimits: Invariant;
