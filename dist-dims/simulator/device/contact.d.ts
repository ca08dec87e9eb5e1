import { type Pattern } from './pattern.js';
export interface Contact {
    level(): boolean;
    /** The level to which it was moved; undefined while it follows a pattern. */
    held(): boolean | undefined;
    /** When it came to its present level. */
    since(): number;
    /** Moves the contact; whatever else moved it ends. */
    drive(level: boolean, now: number): void;
    /** Lets the contact follow a pattern that began at `since`. */
    follow(pattern: Pattern, since: number): void;
    /** When the next edge comes; infinity when none does. */
    nextAt(): number;
    /** Takes the next edge. */
    step(): void;
    /** Skips edges of a pattern that are long past, so that catching up stays cheap. */
    skipTo(now: number): void;
}
/** @param bounce moments after an edge at `at`, in ms and ascending, at which the contact bounces. */
export declare function createContact(active: boolean, bounce: (at: number) => readonly number[]): Contact;
