import { type Words } from './words.js';
/** Relays that the text could name, from 1. @param inPath a number is no bit mask there. */
export declare function relaysIn(text: string, words: Words, indexBase: 0 | 1, inPath: boolean): Set<number>;
/** Whether a number stands there that is said to be an index, and one that is not. */
export declare function numberKinds(text: string, words: Words): {
    readonly indexed: boolean;
    readonly other: boolean;
};
/**
 * Relays that are meant by a place in a list: where what is to be done stands in one without an index of its own.
 * Every place up to the number of words could be it.
 */
export declare function placesIn(text: string, words: Words): readonly number[];
