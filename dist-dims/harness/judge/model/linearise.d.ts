import type { History } from './history.js';
/** `unknown`: the search was given up, since too much was open. */
export type Explained = 'yes' | 'no' | 'unknown';
/** What is in a register before anything was written to it is open. */
export declare function explain({ writes, reads }: History): Explained;
