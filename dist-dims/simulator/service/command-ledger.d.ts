import type { CommandEntry, CommandRequest } from './command.js';
import type { OperationResult } from '../../contract/operations.js';
import type { CommandStatus } from '../../contract/schemas/scalars.js';
import type { Clock } from '../../kernel/clock.js';
import type { RandomStream } from '../../kernel/random.js';
import { type IdentifierForm } from '../../dialect/new-identifier.js';
export type Known = {
    readonly kind: 'new';
} | {
    readonly kind: 'repeat';
    readonly entry: CommandEntry;
}
/** The key belongs to another device, operation or body (idempotency.reused-for-another-request). */
 | {
    readonly kind: 'conflict';
};
export interface FinalOutcome {
    readonly status: Exclude<CommandStatus, 'pending'>;
    readonly result?: OperationResult;
}
export interface CommandLedger {
    lookUp(request: CommandRequest): Known;
    /** Creates the command; `finish` gives it its outcome, once. */
    open(request: CommandRequest): {
        readonly entry: CommandEntry;
        finish(outcome: FinalOutcome): void;
    };
    find(commandId: string): CommandEntry | undefined;
    readonly size: number;
    /** Oldest first. */
    list(): Iterable<CommandEntry>;
    /** All commands, for `recall` of another ledger; those that are still running have no outcome there. */
    remember(): KeptCommand[];
    recall(commands: readonly KeptCommand[]): void;
}
export interface KeptCommand {
    readonly command: CommandEntry['command'];
    readonly clientId: string;
    readonly idempotencyKey?: string | undefined;
    /** Ms until it is forgotten; undefined while it runs. */
    readonly expiresIn?: number | undefined;
}
export interface LedgerLimits {
    /** How long a finished command and its key are kept, in ms. */
    readonly retention: number;
    readonly maxCommands: number;
    readonly identifiers?: IdentifierForm;
}
export declare function createCommandLedger(clock: Clock, random: RandomStream, limits: LedgerLimits): CommandLedger;
