import type { Path } from '../../../document/yaml-document.js';
export interface Reference {
    /** What it starts at: a capture, a device, a client or `run`. */
    readonly root: string;
    readonly path: readonly string[];
    /** As it is written, without `$` and braces. */
    readonly text: string;
}
/** The reference that a text consists of, if it is one. */
export declare function wholeReference(text: string): Reference | undefined;
/** A place that speaks of nothing but references may leave the dollar sign out. */
export declare function bareReference(text: string): Reference;
export declare function referencesIn(text: string): readonly Reference[];
/** Every text in a value that holds references, with its path. */
export declare function referencesOf(value: unknown, path?: Path): Generator<{
    reference: Reference;
    path: Path;
}>;
/**
 * Follows the path of a reference into a value; undefined when it leads nowhere. A field of a list is the list of
 * that field of its elements, without those that lack it.
 */
export declare function follow(value: unknown, path: readonly string[]): unknown;
export type Lookup = (reference: Reference) => unknown;
export interface Resolved {
    readonly value: unknown;
    /** References that lead to nothing, as written. */
    readonly missing: readonly string[];
}
/** The value with every reference replaced by what it stands for. */
export declare function resolveReferences(value: unknown, lookup: Lookup): Resolved;
