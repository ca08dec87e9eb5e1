import type { Io } from '../io.js';
export interface List {
    readonly data: unknown;
    readonly text: string;
}
export interface Entry {
    readonly name: string;
    /** Beside the name. */
    readonly title: string;
    /** Below it, each a paragraph. */
    readonly notes?: readonly string[];
    /** Whether the last of the notes says that something is missing. */
    readonly lacking?: boolean;
}
/** Entries by name, each with its notes below it, and a last line that counts them. */
export declare function listText(entries: readonly Entry[], summary: string, io: Io): string;
