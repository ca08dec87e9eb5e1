import type { InterferenceKind } from '../../target/interference.js';
import type { Observation } from './observation.js';
export interface Notes {
    readonly observations: readonly Observation[];
    readonly disturbances: readonly {
        readonly by: InterferenceKind;
        readonly detail: string;
    }[];
    /** The latest moment that the target announced for a new try. */
    readonly announcedUntil: number;
    /** When the last request was sent. */
    readonly lastSentAt: number;
    observe(observation: Observation): void;
    disturbed(by: InterferenceKind, detail: string): void;
    announced(until: number): void;
    sent(at: number): void;
}
export declare function createNotes(startedAt: number): Notes;
