import fc from 'fast-check';
import type { ProgramCommand } from './commands/command.js';
import type { ProgramFacts } from './facts.js';
export declare const PROGRAM_PROFILES: readonly ['idempotency', 'refresh', 'serialisation', 'state', 'events', 'load'];
export type ProgramProfile = (typeof PROGRAM_PROFILES)[number];
export interface DrawOptions {
    /** Long waits may be drawn. */
    readonly longWaits: boolean;
}
/** Undefined where the facts leave nothing to be drawn. */
export declare function commandsFor(profile: ProgramProfile, facts: ProgramFacts, { longWaits }: DrawOptions): fc.Arbitrary<Iterable<ProgramCommand>> | undefined;
