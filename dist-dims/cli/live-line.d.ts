import type { Clock } from '../kernel/clock.js';
import type { Io } from './io.js';
export interface LiveLine {
    /** Draws it anew, though not more often than one can see. */
    drawSoon(): void;
    /** Prints a line of its own, above the one that is drawn over. */
    say(text: string): void;
    /** Removes the line that is drawn over. */
    end(): void;
}
/** @param clock the machine's: the line is for people. @param words what it says at the moment. */
export declare function createLiveLine({ err }: Io, clock: Clock, words: () => string): LiveLine;
