import { type GramIndex } from './grams.js';
import type { Region } from './region.js';
/** In the place of an alias: a secret begins so, and its pieces may be shown. */
export declare const WHOLE_ONLY = "";
/** What is known of the secrets of one generation. */
export interface Shelf {
    /** They are not of a target's choosing. */
    readonly isOurs: boolean;
    readonly grams: GramIndex;
    /** Whole secrets, folded, by their length; the longest length first. */
    readonly wholes: Map<number, Map<string, string>>;
    readonly starts: Set<string>;
    readonly shorts: Map<string, readonly string[]>;
    /** What long ones go on with behind their beginning. */
    readonly rests: Map<string, string>;
    size: number;
    /** In characters. */
    text: number;
}
export declare function createShelf(isOurs: boolean): Shelf;
export declare const isFull: ({ size, grams, text }: Shelf) => boolean;
export declare function put(shelf: Shelf, secret: string, alias: string, wholeOnly: boolean): void;
/** The longest one: a secret may begin with another one. */
export declare function wholeAt(text: string, at: number, { wholes, rests }: Shelf): Region | undefined;
