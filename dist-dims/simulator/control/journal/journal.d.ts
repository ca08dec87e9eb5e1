import type { Clock } from '../../../kernel/clock.js';
import type { CommandStatus } from '../../../contract/schemas/scalars.js';
import type { Channel, RequestFacts } from '../../../trace/record.js';
import type { ExchangeRow, Origin } from '../../service/origin.js';
import { type JournalEntry, type JournalFilter, type JournalRecord } from './entry.js';
export interface Journal {
    /** Adds a record that belongs to no exchange. */
    note(entry: JournalEntry): void;
    /** Adds a request; returns its row, which the origin refers to from now on. */
    asked(asked: Asked): ExchangeRow;
    /** Adds the answer to a request; to be called at most once for each row. */
    answered(row: ExchangeRow, answer: Answer): void;
    /** Oldest first. */
    records(filter?: JournalFilter): JournalRecord[];
    /** Number of the newest record; 0 before the first. */
    readonly lastSeq: number;
    /** How many records have been dropped. A reader must not conclude anything from their absence. */
    readonly dropped: number;
    /** How many listen at this moment. */
    readonly listeners: number;
    /** Calls `listener` at each new record; returns the way to stop. */
    listen(listener: (record: JournalRecord) => void): () => void;
}
export interface Asked {
    readonly origin: Origin | undefined;
    readonly channel: Channel;
    readonly client: string | undefined;
    readonly request: RequestFacts;
}
export interface Answer {
    readonly status?: number;
    readonly code: string;
    readonly commandId?: string;
    readonly commandStatus?: CommandStatus;
    readonly data?: Readonly<Record<string, unknown>> | undefined;
}
export declare function createJournal(clock: Pick<Clock, 'now'>, capacity?: number): Journal;
