import { type Invariant } from './invariant.js';
export declare const commands: Invariant;
