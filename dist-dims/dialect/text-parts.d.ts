import type { ScalarCodec } from './scalar-codec.js';
/** The scalars of a text, each written as text, and what stands before each of them and after the last. */
export interface TextParts {
    readonly texts: readonly string[];
    readonly codecs: readonly ScalarCodec[];
}
/** Whether texts can be taken apart in one way only. */
export declare function areKeptApart({ texts, codecs }: TextParts): boolean;
/** Gives the text of each value, or undefined for other texts. */
export declare function splitter({ texts, codecs }: TextParts): (text: string) => readonly string[] | undefined;
/** A pattern of all such texts, without the marks of its beginning and end. */
export declare function patternOf({ texts, codecs }: TextParts): string;
