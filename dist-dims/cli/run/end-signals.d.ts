import type { Io } from '../io.js';
import { type EndingWords, type RunEnding } from './ending.js';
export interface EndSignals {
    readonly ending: RunEnding;
    /** The run has ended: signals do what they do to any process. */
    dispose(): void;
}
/**
 * @param say prints a line for people, wherever the cursor is.
 * @param restoreLine what puts back what is left; undefined when nothing can be left.
 */
export declare function listenForEnd(io: Pick<Io, 'err'>, say: (words: string) => void, words: EndingWords, restoreLine: string | undefined): EndSignals;
/** Without a handler of ours the signal ends the process, and the shell sees by which. */
export declare function endBy(name: NodeJS.Signals): void;
