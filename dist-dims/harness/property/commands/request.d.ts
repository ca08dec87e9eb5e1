import fc from 'fast-check';
import { type Scope } from '../../../contract/scopes.js';
import type { ClientFacts, ConnectionName, ProgramFacts } from '../facts.js';
import type { StepData } from '../program.js';
import type { DraftModel } from './command.js';
export interface DrawnRequest {
    readonly step: StepData;
    /** It creates a command, so it gets a name and a key of its own. */
    readonly creates: boolean;
}
/** Over REST as a client, or over a connection; a step leaves out what goes without saying. */
export declare function routes(facts: ProgramFacts, scope: Scope): fc.Arbitrary<StepData>;
/** The left connection is the first client's, the right one the second's, where there is a second. */
export declare function ownerOf(connection: ConnectionName, { clients }: ProgramFacts): ClientFacts;
export declare function canAny({ clients }: ProgramFacts, scope: Scope): boolean;
/** A request over a connection that the program has broken would go nowhere. */
export declare function canGo({ broken }: Readonly<DraftModel>, { via }: StepData): boolean;
/** The step with a name for its reply, and for its key where it has one. */
export declare function named({ step, creates }: DrawnRequest, name: string): StepData;
