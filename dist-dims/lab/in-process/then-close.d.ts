import type { OpenTarget } from '../../harness/run/open-target.js';
export declare function thenClose<T>(work: Promise<T>, open: Pick<OpenTarget, 'close'>): Promise<T>;
