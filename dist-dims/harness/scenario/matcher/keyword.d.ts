import type { Path } from '../../../document/yaml-document.js';
export interface Mismatch {
    /** Where in the matched value, as in `command.status`; empty for the value itself. */
    readonly path: string;
    readonly expected: string;
    readonly actual: string;
}
/** Matching and describing as a whole, for keywords that have matchers in their argument. */
export interface Matching {
    match(matcher: unknown, actual: unknown, path?: string): readonly Mismatch[];
    matchFields(fields: Record<string, unknown>, actual: unknown, path: string): readonly Mismatch[];
    describe(matcher: unknown): string;
}
export interface Keyword {
    /** What is wrong with the argument; undefined when it will do. */
    check(argument: unknown): string | undefined;
    /** Matchers inside the argument, with their paths. */
    inner?(argument: unknown): [Path, unknown][];
    match(argument: unknown, actual: unknown, path: string, by: Matching): readonly Mismatch[];
    describe(argument: unknown, by: Matching): string;
}
export declare function mismatch(path: string, expected: string, actual: unknown): Mismatch;
export declare function join(path: string, part: string | number): string;
/** A list's elements; nothing for what is no list. */
export declare function listOf(value: unknown): readonly unknown[];
/** Deep equality of JSON values; the order of an object's fields does not count. */
export declare function same(a: unknown, b: unknown): boolean;
/** The argument of a keyword that takes one matcher. */
export declare function whole(argument: unknown): [Path, unknown][];
/** The argument of a keyword that takes a list of matchers. */
export declare function elements(argument: unknown): [Path, unknown][];
/** The argument of a keyword that takes matchers by name. */
export declare function entries(argument: unknown): [Path, unknown][];
