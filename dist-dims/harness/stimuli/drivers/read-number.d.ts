import { type Acted } from '../../profile/stimuli/act.js';
/** The number at a JSON Pointer of a JSON text. */
export declare function readNumber(text: string, pointer: string): Acted;
/** A text that is nothing but a number. */
export declare function plainNumber(text: string): Acted;
