import { type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { Complaint } from '../../document/complaint.js';
import { type ControlAnswer, type ControlClient, type Terms } from './control-client.js';
import type { ShownOptions } from './control-options.js';
export interface Question<T> {
    readonly ask: (client: ControlClient) => Promise<ControlAnswer<T>>;
    readonly show: (value: T) => string;
    /** How the command names what is wrong with it. */
    readonly terms?: Terms;
    /** Why what was asked for has had no effect. */
    readonly lost?: (value: T) => Complaint | undefined;
}
/** Asks, and prints the answer: as JSON when that is wanted, else as `show` words it. */
export declare function ask<T>(io: Io, options: ShownOptions, { ask: question, show, terms, lost }: Question<T>): Promise<ExitCode>;
export declare function refusedWith(io: Io, answer: Extract<ControlAnswer<unknown>, {
    ok: false;
}>): ExitCode;
