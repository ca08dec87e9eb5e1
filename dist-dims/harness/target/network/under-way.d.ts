export interface UnderWay {
    /** After `giveUp`, work still begins, with a signal that has already been aborted. */
    run<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
    giveUp(): void;
}
/** Own controllers instead of `AbortSignal.any`, which keeps a trace of every request on a long-lived signal. */
export declare function createUnderWay(): UnderWay;
