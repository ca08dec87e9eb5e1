import { type Answered } from './trace-view.js';
export interface Sighting {
    readonly exchange: Answered;
    readonly commandId: string;
    readonly status: string;
    readonly isFinal: boolean;
    /** All of the command that the reply shows. */
    readonly command: Readonly<Record<string, unknown>>;
}
export declare function successesWithCommand(answered: readonly Answered[]): readonly Answered[];
/** None where the reply shows no command that could be recognised again. */
export declare function sightingOf(exchange: Answered): readonly Sighting[];
export declare function commandIn(data: unknown): Readonly<Record<string, unknown>> | undefined;
