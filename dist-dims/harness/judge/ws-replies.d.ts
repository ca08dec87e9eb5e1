import { type Invariant } from './invariant.js';
export declare const wsReplies: Invariant;
