import { type Invariant } from '../invariant.js';
export declare const executions: Invariant;
