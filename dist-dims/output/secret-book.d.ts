import { type Region } from './region.js';
/**
 * What a text is: a `value` of somebody else's; a `sentence`, which has words of our own beside it; or a `document`,
 * whose own words and signs are what programs read. A target that issues one of those as a token must not have a
 * report rewritten by it.
 */
export type Among = 'value' | 'sentence' | 'document';
export interface Keeping {
    /** Never forgotten; of the others, the latest are known. */
    readonly lasting?: boolean;
    /** Pieces of it may be shown: it is no real secret, or perhaps none. */
    readonly wholeOnly?: boolean;
}
export interface SecretBook {
    add(value: string, alias: string, how: Keeping): void;
    /** Texts that everybody may read: what a secret has in common with them gives nothing away. */
    open(texts: readonly string[]): void;
    /** In the order of the text; none overlaps another. */
    find(text: string, among: Among): readonly Region[];
    readonly isEmpty: boolean;
}
export declare function createSecretBook(): SecretBook;
