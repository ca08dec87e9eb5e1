import type { Position } from './problems.js';
import type { Literal, Template, Value } from './sample.js';
/** A text that means nothing, with a sentence for the writer. */
export interface Misread {
    readonly kind: 'misread';
    readonly message: string;
    readonly hint: string;
}
/** Reads a text of the sample; `$$` stands for a dollar sign. */
export declare function parseText(text: string, at: Position): Value | Template | Literal | Misread;
