import type { Ending } from '../../harness/run/run-options.js';
import type { Clock } from '../../kernel/clock.js';
export interface RunEnding extends Ending {
    /** Aborts at the first signal; the reason names it. */
    readonly signal: AbortSignal;
    /** The second signal, once it has come: nobody waits for reports any more. */
    readonly hurriedBy: NodeJS.Signals | undefined;
    receive(name: NodeJS.Signals): void;
    dispose(): void;
}
/** What is said at the first and at the second signal. */
export interface EndingWords {
    readonly first: string;
    readonly second: string;
}
export declare const RUN_WORDS: EndingWords;
export declare const RESTORE_WORDS: EndingWords;
export interface RunEndingOptions {
    /** The machine's clock. */
    readonly clock: Pick<Clock, 'setTimer'>;
    readonly words: EndingWords;
    readonly announce: (words: string) => void;
    /** Ends the process at once. */
    readonly endNow: (name: NodeJS.Signals) => void;
}
export declare function createRunEnding({ clock, words, announce, endNow }: RunEndingOptions): RunEnding;
