/** Milliseconds, or undefined when the text is no duration. Reads what `formatDuration` writes. */
export declare function parseDuration(text: string): number | undefined;
/** A duration for people, rounded: `250 ms`, `3 s`, `1.25 s`, `2 min 5 s`, `3 h 20 min`. */
export declare function formatDuration(ms: number): string;
