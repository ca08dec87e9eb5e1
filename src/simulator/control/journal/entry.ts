// What the journal keeps: records of the trace, where a reply also names its device and its client. No record
// holds a secret, an access token or a ticket.
import type { CommandStatus } from '../../../contract/schemas/scalars.js';
import type { ReplyRecord, TraceEntry } from '../../../trace/record.js';

export interface JournalReply extends ReplyRecord {
  readonly what: string;
  readonly client?: string;
  readonly deviceId?: string;
  readonly commandId?: string;
  readonly commandStatus?: CommandStatus;
  /** Milliseconds from the request to the answer of the service. */
  readonly took: number;
}

export interface Answer {
  /** HTTP status, where the transport answered without asking the service. */
  readonly status?: number;
  readonly code: string;
  /** Of the command that the answer shows. */
  readonly commandId?: string;
  readonly commandStatus?: CommandStatus;
  /** What else the answer says that is of use to those who judge the caller. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/** The simulator itself has failed; what it was about has ended. */
export interface BugRecord {
  readonly kind: 'bug';
  readonly message: string;
}

export type JournalEntry = Exclude<TraceEntry, ReplyRecord> | JournalReply | BugRecord;

/** `seq` counts from 1 without gaps, so that a reader can tell what it has missed. */
export type JournalRecord = JournalEntry & { readonly seq: number; readonly at: number };

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
  /** So many of those that are selected: the first ones after `since`, or the newest where that is left out. */
  readonly most?: number | undefined;
}

export function matchesFilter(
  record: JournalRecord,
  { device, client, kinds, codes, slow, since }: JournalFilter,
): boolean {
  return (
    (since === undefined || record.seq > since) &&
    (kinds === undefined || kinds.includes(record.kind)) &&
    (codes === undefined || ('code' in record && record.code !== undefined && codes.includes(record.code))) &&
    (slow === undefined || ('took' in record && record.took !== undefined && record.took >= slow)) &&
    (device === undefined || ('deviceId' in record && record.deviceId === device)) &&
    (client === undefined || ('client' in record && record.client === client))
  );
}

/** The records that a filter selects, of all that there are. */
export function selected(records: readonly JournalRecord[], filter: JournalFilter): JournalRecord[] {
  const all = records.filter((record) => matchesFilter(record, filter));
  const { since, most = Infinity } = filter;
  return since === undefined ? all.slice(-most) : all.slice(0, most);
}

/** One JSON text a line. */
export function journalNdjson(records: Iterable<JournalRecord>): string {
  let text = '';
  for (const record of records) text += `${JSON.stringify(record)}\n`;
  return text;
}

// The kinds of records in the journal.

export const JOURNAL_KINDS = [
  'request',
  'reply',
  'delivery',
  'refusal',
  'connection',
  'event',
  'physical',
  'fault',
  'stimulus',
  'bug',
] as const satisfies readonly JournalEntry['kind'][];
