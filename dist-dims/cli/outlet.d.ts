import type { Secrets } from '../output/secrets.js';
import { type Syntax } from '../output/writer.js';
import { type Paint } from '../report/paint.js';
export interface Outlet {
    /** Text for people. */
    write(text: string): void;
    /** A whole document in a syntax of its own. */
    document(text: string, syntax: Syntax): void;
    /** Commands to the service that runs the build, each a line. */
    commands(text: string): void;
    /** Secrets that are for whoever started the program: a token that it has just made. */
    disclose(text: string): void;
    /** Removes the line that the cursor is in, on a terminal. */
    eraseLine(): void;
    /** On a terminal. */
    ring(): void;
    readonly isTerminal: boolean;
    readonly columns: number | undefined;
    readonly paint: Paint;
}
/** Where an outlet leads. */
export interface Sink {
    put(text: string): void;
    readonly isTerminal: boolean;
    readonly columns: number | undefined;
    /** Of colours; 0 is none. */
    readonly level: 0 | 1 | 2 | 3;
}
export declare function createOutlet(sink: Sink, secrets: Secrets): Outlet;
