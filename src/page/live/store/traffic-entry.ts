// What stands in the list of the traffic: a request and its answer are one entry, everything else is a mark.
import type { JournalRecord } from '../../../simulator/control/replies.js';

export type RecordOf<K extends JournalRecord['kind']> = Extract<JournalRecord, { kind: K }>;

/** What the page keeps of a request for as long as it is in the list; the journal has the rest. */
export type ShownRequest = Omit<RecordOf<'request'>, 'kind' | 'seq' | 'at' | 'seen' | 'headers'>;
export type ShownReply = Pick<RecordOf<'reply'>, 'at' | 'code' | 'took' | 'status' | 'commandId'>;

export interface ExchangeEntry {
  readonly kind: 'exchange';
  readonly seq: number;
  readonly at: number;
  readonly request: ShownRequest;
  readonly reply: ShownReply | undefined;
  /** It was not answered yet when records were left out: the answer may be among them. */
  readonly isCut: boolean;
  readonly refusal: RecordOf<'refusal'> | undefined;
  readonly delivery: RecordOf<'delivery'> | undefined;
}

export interface MarkEntry {
  readonly kind: 'mark';
  readonly seq: number;
  readonly at: number;
  readonly record: Exclude<JournalRecord, { kind: 'request' | 'reply' | 'refusal' | 'delivery' }>;
}

/** Records are missing here: so many, up to the one with this number. */
export interface GapEntry {
  readonly kind: 'gap';
  readonly seq: number;
  readonly at: number;
  readonly missing: number;
  /** The journal does not have them any more. */
  readonly isGone: boolean;
}

export type TrafficEntry = ExchangeEntry | MarkEntry | GapEntry;
