export interface Pattern {
    /** Moments of the edges in ms since the pattern began: ascending, all above 0. */
    readonly edges: readonly number[];
    /** Length of a cycle, at least the last edge; the edges come once when absent. */
    readonly repeat?: number;
}
/** How many edges have happened after `elapsed` ms, one at this very moment included. */
export declare function edgesUntil({ edges, repeat }: Pattern, elapsed: number): number;
/** When edge number `nth`, counted from 0, happens; undefined when there is none. */
export declare function edgeAt({ edges, repeat }: Pattern, nth: number): number | undefined;
/** `square 2s` changes every second; `pulse 100ms every 5s` is on for the last 100 ms of each 5 s. */
export declare function parsePattern(text: string): Pattern | undefined;
