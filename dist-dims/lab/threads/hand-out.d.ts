import type { Ran } from '../../harness/property/try-out.js';
import type { Thread } from './thread.js';
import type { Share, ShareRan } from './share.js';
export interface HandOutOptions {
    readonly threads: readonly Pick<Thread<Share, ShareRan>, 'ask'>[];
    /** Programs of the whole search. */
    readonly runs: number;
    readonly signal: AbortSignal;
}
/**
 * What the program of a place came to, for ascending places from 0 on; undefined when the search was interrupted.
 * Rejects with what a program threw, and when a thread is lost.
 */
export declare function handOut({ threads, runs, signal, }: HandOutOptions): (index: number) => Promise<Ran | undefined>;
