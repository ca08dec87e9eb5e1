import type { Dialect } from '../../../../dialect/dialect.js';
import type { Reading } from '../effect.js';
import { type Words } from './words.js';
export interface LooseMessage {
    /** Upper case; empty for a frame. */
    readonly method: string;
    /** Path and unusual headers are looked at like texts that a server may route by; the body like a document. */
    readonly parts: readonly {
        readonly text: string;
        readonly isPath: boolean;
    }[];
}
export interface Knowledge {
    readonly dialect: Pick<Dialect, 'indexBase'>;
    readonly words: Words;
    /** Of all devices that exist, as far as that is known. */
    readonly ids: readonly string[];
    /** Bytes in hex that may be put on the line of some device. */
    readonly bytes: readonly string[];
    /** The bytes of a body in the form of the dialect that says nothing else, in hex. */
    bytesIn(body: string): string | undefined;
}
export declare function readLoose(message: LooseMessage, knowledge: Knowledge): Reading;
