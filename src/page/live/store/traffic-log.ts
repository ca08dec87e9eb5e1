// The records of the journal as the page shows them: a request and its answer are one entry, everything else is a
// mark. The oldest go when there are too many.
import type { JournalRecord } from '../../../simulator/control/replies.js';

type RecordOf<K extends JournalRecord['kind']> = Extract<JournalRecord, { kind: K }>;

export interface ExchangeEntry {
  readonly kind: 'exchange';
  readonly seq: number;
  readonly at: number;
  readonly request: RecordOf<'request'>;
  readonly reply: RecordOf<'reply'> | undefined;
  readonly refusal: RecordOf<'refusal'> | undefined;
  readonly delivery: RecordOf<'delivery'> | undefined;
}

export interface MarkEntry {
  readonly kind: 'mark';
  readonly seq: number;
  readonly at: number;
  readonly record: Exclude<JournalRecord, { kind: 'request' | 'reply' | 'refusal' | 'delivery' }>;
}

/** So many records are missing here. */
export interface GapEntry {
  readonly kind: 'gap';
  readonly seq: number;
  readonly at: number;
  readonly missing: number;
}

export type TrafficEntry = ExchangeEntry | MarkEntry | GapEntry;

export interface TrafficLog {
  add(records: readonly JournalRecord[], leftOut: number): void;
  /** Oldest first; a new list whenever something has been added. */
  entries(): readonly TrafficEntry[];
  /** Whether the exchange with this number is among them. */
  has(exchange: number): boolean;
  /** Number of the last record. */
  readonly lastSeq: number;
  clear(): void;
}

const MOST_ENTRIES = 20_000;
/** So many go at once, since moving the rest takes time. */
const SPARE = 2000;

export function createTrafficLog(): TrafficLog {
  let entries: TrafficEntry[] = [];
  /** Place in the list plus what has gone from its front. */
  const places = new Map<number, number>();
  let gone = 0;
  let lastSeq = 0;

  const push = (entry: TrafficEntry): void => {
    if (entry.kind === 'exchange') places.set(entry.request.exchange, entries.length + gone);
    entries.push(entry);
  };
  const amend = (exchange: number, part: Partial<ExchangeEntry>): void => {
    const at = (places.get(exchange) ?? -1) - gone;
    const entry = entries[at];
    if (entry?.kind === 'exchange') entries[at] = { ...entry, ...part };
  };
  const addOne = (record: JournalRecord): void => {
    const { seq, at } = record;
    if (record.kind === 'request')
      push({
        kind: 'exchange',
        seq,
        at,
        request: record,
        reply: undefined,
        refusal: undefined,
        delivery: undefined,
      });
    else if (record.kind === 'reply') amend(record.exchange, { reply: record });
    else if (record.kind === 'refusal') amend(record.exchange, { refusal: record });
    else if (record.kind === 'delivery') amend(record.exchange, { delivery: record });
    else push({ kind: 'mark', seq, at, record });
  };
  const trim = (): void => {
    if (entries.length <= MOST_ENTRIES + SPARE) return;
    const over = entries.length - MOST_ENTRIES;
    for (const entry of entries.slice(0, over))
      if (entry.kind === 'exchange') places.delete(entry.request.exchange);
    entries.splice(0, over);
    gone += over;
  };
  return {
    add: (records, leftOut) => {
      entries = [...entries];
      const last = records.at(-1);
      for (const record of records) if (record.seq > lastSeq) addOne(record);
      if (last) lastSeq = Math.max(lastSeq, last.seq);
      if (leftOut > 0 && last) push({ kind: 'gap', seq: last.seq, at: last.at, missing: leftOut });
      trim();
    },
    entries: () => entries,
    has: (exchange) => places.has(exchange),
    get lastSeq() {
      return lastSeq;
    },
    clear: () => {
      entries = [];
      places.clear();
      gone = 0;
    },
  };
}
