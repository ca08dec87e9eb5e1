/** Undefined when the signal aborts before the work has ended; the work is left to itself then. */
export declare function orAbandoned<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined>;
