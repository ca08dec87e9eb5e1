/** Calls back when the signal aborts; returns the way to be no longer called. */
export declare function onAbort(signal: AbortSignal, act: () => void): () => void;
