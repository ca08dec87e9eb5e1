import type { Clock } from '../../kernel/clock.js';
import type { CommandEntry, CommandRequest } from './command.js';
export interface Stored {
    entry: CommandEntry;
    readonly keySlot: string | undefined;
    expiresAt: number;
}
export interface CommandShelf {
    readonly size: number;
    /** Characters of the operations and results of all of them. */
    readonly text: number;
    put(entry: CommandEntry, expiresAt: number): Stored;
    withId(commandId: string): Stored | undefined;
    /** The command with the key of this request. */
    withKey(request: CommandRequest): Stored | undefined;
    /** Oldest first, also such as are past their retention. */
    all(): IterableIterator<Stored>;
    forget(stored: Stored): void;
}
export declare function createCommandShelf(clock: Pick<Clock, 'now'>): CommandShelf;
/** Whether the command was asked for by the same request, in whatever order its fields came. */
export declare function isSameRequest({ entry: { command } }: Stored, request: CommandRequest): boolean;
