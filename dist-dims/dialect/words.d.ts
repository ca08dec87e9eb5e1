import type { Misfit } from './misfit.js';
import type { Placeholder } from './sample.js';
import { type Word } from './scalar-codec.js';
/** What the words are on the wire, in their order. */
export declare function readWords(placeholder: Placeholder, words: readonly string[]): Word[] | Misfit;
export declare const NUMBERS_HINT = "Leave :number out, or write numbers.";
