import type { JsonSchema } from './json-schema.js';
export type WireScalar = string | number | boolean | null;
/** Bytes may be written as a list of numbers. */
export type WireValue = WireScalar | readonly number[];
export interface ScalarCodec {
    /** The JSON type that it writes; `mixed` for words of several types, and for lists. */
    readonly wire: 'string' | 'number' | 'boolean' | 'mixed';
    /** What it reads, in words: `a number`. */
    readonly expected: string;
    /** The canonical value that is shown by nothing being there. */
    readonly absent?: {
        readonly value: unknown;
    };
    /** The characters that its texts may have, where its schema does not tell. */
    readonly letters?: string;
    /** The same as a text, where that is more than its JSON in quotes. */
    readonly asText?: ScalarCodec;
    /** Undefined for the value that is left out, and for no other. */
    encode(value: unknown): WireValue | undefined;
    /** What it writes. Patterns stand between ^ and $. */
    describe(): JsonSchema;
    /** The canonical value; undefined when the data from the wire are something else. */
    decode(wire: unknown): unknown;
}
/** JSON's own form of a text, a number or a truth value. */
export declare const PLAIN: Readonly<Record<JsonType, ScalarCodec>>;
type JsonType = 'string' | 'number' | 'boolean';
/** A text of the canonical model that the wire writes as the number that it spells: an identifier, a counter. */
export declare const NUMERAL_TEXT: ScalarCodec;
/** True for the texts that spell a whole number in the one way that a number is written. */
export declare function isNumeral(value: unknown): value is string;
/** Numbers that the wire writes `factor` times as large. What is finer than 15 digits is rounded away. */
export declare function scaledCodec(codec: ScalarCodec, factor: number): ScalarCodec;
/** An index of the canonical model, which counts from 1, on a wire that counts from `base`. */
export declare function indexCodec(base: 0 | 1): ScalarCodec;
/** The same scalar as a JSON string: `"9600"`, `"true"`. */
export declare function asText(codec: ScalarCodec): ScalarCodec;
/** The scalar with text around it. */
export declare function withinText(codec: ScalarCodec, prefix: string, suffix: string): ScalarCodec;
/** The word of a value that is shown by nothing being there. */
export declare const LEFT_OUT: unique symbol;
export type Word = WireScalar | typeof LEFT_OUT;
/** One word or several for each canonical value: the first is written, all are read. */
export declare function wordCodec(words: ReadonlyMap<unknown, readonly Word[]>): ScalarCodec;
export {};
