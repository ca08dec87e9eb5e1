import type { CommandStatus } from '../../../contract/schemas/scalars.js';
import type { ExchangeRow } from '../../service/origin.js';
import type { ReplyRecord, RequestRecord, TraceEntry } from '../../../trace/record.js';
export interface JournalReply extends ReplyRecord {
    readonly what: string;
    readonly client?: string;
    readonly deviceId?: string;
    readonly commandId?: string;
    readonly commandStatus?: CommandStatus;
    /** Milliseconds from the request to the answer of the service. */
    readonly took: number;
}
/** The request of an exchange, as a record. */
export declare function requestOf({ exchange, origin, channel, client, request }: ExchangeRow): RequestRecord;
/** The answer of an exchange that has one, as a record. */
export declare function replyOf(row: ExchangeRow): JournalReply;
/** The simulator itself has failed; what it was about has ended. */
export interface BugRecord {
    readonly kind: 'bug';
    readonly message: string;
}
export type JournalEntry = Exclude<TraceEntry, ReplyRecord> | JournalReply | BugRecord;
/** `seq` counts from 1 without gaps, so that a reader can tell what it has missed. */
export type JournalRecord = JournalEntry & {
    readonly seq: number;
    readonly at: number;
};
/** What is left out selects everything. */
export interface JournalFilter {
    readonly device?: string | undefined;
    readonly client?: string | undefined;
    readonly kinds?: readonly string[] | undefined;
    /** Only replies and refusals with one of these codes. */
    readonly codes?: readonly string[] | undefined;
    /** Only what took at least so long, in ms. */
    readonly slow?: number | undefined;
    /** Only records after the one with this number. */
    readonly since?: number | undefined;
}
export declare function matches(record: JournalRecord, { device, client, kinds, codes, slow, since }: JournalFilter): boolean;
/** One JSON text a line. */
export declare function toNdjson(records: Iterable<JournalRecord>): string;
