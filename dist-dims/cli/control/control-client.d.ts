import { type Complaint } from '../../document/complaint.js';
import { type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { ControlOptions } from './control-options.js';
export type ControlAnswer<T> = {
    readonly ok: true;
    readonly value: T;
} | {
    readonly ok: false;
    readonly code: ExitCode;
    readonly complaints: readonly Complaint[];
};
export interface ControlClient {
    /** @param body JSON, or a text that is sent as it is. @param T what the route is known to answer. */
    call<T>(method: string, path: string, body?: unknown): Promise<ControlAnswer<T>>;
    /** Calls back with each server-sent event of the route until the stream or the signal ends. */
    follow(path: string, onEvent: (event: string, data: string) => void, signal: AbortSignal): Promise<ControlAnswer<undefined>>;
}
/** How the words of a command line name what the control plane calls by a pointer; undefined: they have no name. */
export type Terms = (pointer: string) => string | undefined;
/** @param terms of the command; without them problems stand for themselves. */
export declare function controlClient(options: ControlOptions, io: Io, terms?: Terms): ControlAnswer<ControlClient>;
