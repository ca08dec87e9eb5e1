import { type Invariant } from './invariant.js';
export declare const readable: Invariant;
