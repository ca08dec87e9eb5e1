import type { Mismatch } from './codec.js';
/** Where a canonical field came from; `canonical` is its path in the canonical value. */
export interface Origin {
    readonly canonical: readonly PropertyKey[];
    readonly pointer: string;
    readonly wire: unknown;
    readonly declaredAt: string;
}
export interface DecodeRun {
    /** The keys that lead to the data at hand. */
    readonly keys: (string | number)[];
    /** The canonical path of the object that is being filled. */
    readonly canonical: PropertyKey[];
    readonly mismatches: Mismatch[];
    /** Filled only by a run that is to explain what the canonical schema objects to. */
    readonly origins: Origin[] | undefined;
    readonly start: string;
}
/** @param start JSON Pointer of the data in the whole message. */
export declare function startRun(start: string, origins?: Origin[]): DecodeRun;
export declare function mismatch(run: DecodeRun, expected: string, wire: unknown, declaredAt: string): void;
/** Notes where the canonical field at `path` of the object at hand comes from. */
export declare function noteOrigin(run: DecodeRun, path: readonly string[], wire: unknown, declaredAt: string): void;
/** Data of the wire in short, for a person. */
export declare function shown(wire: unknown): string;
