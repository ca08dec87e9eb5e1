export declare function isHexPattern(text: string): boolean;
export interface Matched {
    /** The bytes that `..` stood for, in order. */
    readonly any: readonly number[];
    /** What `*` stood for. */
    readonly rest: readonly number[];
}
/** Looks whether frames match the pattern; undefined when one does not. */
export declare function createMatcher(pattern: string): (frame: Uint8Array) => Matched | undefined;
/** Puts what was matched into the pattern of a response: the n-th `..` is the n-th byte that `..` stood for. */
export declare function createFiller(pattern: string): (matched: Matched) => Uint8Array;
