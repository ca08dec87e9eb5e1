import { type Invariant } from '../invariant.js';
export declare const solicited: Invariant;
