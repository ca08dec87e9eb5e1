import type { Clock } from '../../../kernel/clock.js';
export interface Bounded<T> {
    readonly result: T;
    /** Why the work was told to give up, if it was: the time was over before it, or nobody waits for it any more. */
    readonly over: 'late' | 'interrupted' | undefined;
}
export interface Bounds {
    /** In ms. */
    readonly patience: number;
    readonly signal?: AbortSignal | undefined;
}
/** What a request comes to that nobody waits for any more. */
export declare const INTERRUPTED = "the run was interrupted before the reply";
export declare function withinPatience<T>(clock: Clock, { patience, signal }: Bounds, work: (signal: AbortSignal) => Promise<T>): Promise<Bounded<T>>;
