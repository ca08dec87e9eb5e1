// The records of the journal as the page shows them: a request and its answer are one entry, everything else is a
// mark. The oldest go when there are too many.
import type { JournalRecord } from '../../../simulator/control/replies.js';

type RecordOf<K extends JournalRecord['kind']> = Extract<JournalRecord, { kind: K }>;

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
}

export type TrafficEntry = ExchangeEntry | MarkEntry | GapEntry;

export interface TrafficLog {
  /** @param upTo number of the last record that will not come any more: those that are missing up to it are a gap. */
  add(records: readonly JournalRecord[], upTo: number): void;
  /** Oldest first; a new list whenever something has been added. */
  entries(): readonly TrafficEntry[];
  /** Whether the exchange with this number is among them. */
  has(exchange: number): boolean;
  /** Number of the last record. */
  readonly lastSeq: number;
}

const MOST_ENTRIES = 20_000;
/** So many go at once, since moving the rest takes time. */
const SPARE = 2000;

export function createTrafficLog(): TrafficLog {
  const list = createList();
  let lastSeq = 0;

  /** What is between the last record and this one will not come any more. */
  const skipTo = (seq: number, at: number): void => {
    const missing = seq - lastSeq;
    if (missing > 0 && lastSeq > 0) {
      list.cut();
      list.push({ kind: 'gap', seq, at, missing });
    }
    lastSeq = Math.max(lastSeq, seq);
  };
  const addOne = (record: JournalRecord): void => {
    const { seq, at } = record;
    if (record.kind === 'request') list.push(exchangeOf(record));
    else if (record.kind === 'reply') list.answer(record.exchange, replyOf(record));
    else if (record.kind === 'refusal') list.amend(record.exchange, { refusal: record });
    else if (record.kind === 'delivery') list.amend(record.exchange, { delivery: record });
    else list.push({ kind: 'mark', seq, at, record });
  };
  return {
    add: (records, upTo) => {
      list.renew();
      for (const record of records) {
        if (record.seq <= lastSeq) continue;
        skipTo(record.seq - 1, record.at);
        addOne(record);
        lastSeq = record.seq;
      }
      skipTo(upTo, records.at(-1)?.at ?? list.entries().at(-1)?.at ?? 0);
      list.trim();
    },
    entries: list.entries,
    has: list.has,
    get lastSeq() {
      return lastSeq;
    },
  };
}

/** The entries, where each exchange is among them, and which of them wait for their answer. */
function createList() {
  let entries: TrafficEntry[] = [];
  /** Place in the list plus what has gone from its front. */
  const places = new Map<number, number>();
  let waiting = new Set<number>();
  let gone = 0;

  const amend = (exchange: number, part: Partial<ExchangeEntry>): void => {
    const at = (places.get(exchange) ?? -1) - gone;
    const entry = entries[at];
    if (entry?.kind === 'exchange') entries[at] = { ...entry, ...part };
  };
  return {
    entries: (): readonly TrafficEntry[] => entries,
    has: (exchange: number): boolean => places.has(exchange),
    amend,
    /** Whoever has the list so far keeps it as it is. */
    renew: (): void => {
      entries = [...entries];
    },
    push: (entry: TrafficEntry): void => {
      if (entry.kind === 'exchange') {
        places.set(entry.request.exchange, entries.length + gone);
        waiting.add(entry.request.exchange);
      }
      entries.push(entry);
    },
    answer: (exchange: number, reply: ShownReply): void => {
      waiting.delete(exchange);
      amend(exchange, { reply, isCut: false });
    },
    cut: (): void => {
      for (const exchange of waiting) amend(exchange, { isCut: true });
      waiting = new Set();
    },
    trim: (): void => {
      if (entries.length <= MOST_ENTRIES + SPARE) return;
      const over = entries.length - MOST_ENTRIES;
      for (const entry of entries.splice(0, over)) {
        if (entry.kind !== 'exchange') continue;
        places.delete(entry.request.exchange);
        waiting.delete(entry.request.exchange);
      }
      gone += over;
    },
  };
}

function exchangeOf({
  kind: _kind,
  seen: _seen,
  headers: _headers,
  seq,
  at,
  ...request
}: RecordOf<'request'>): ExchangeEntry {
  return {
    kind: 'exchange',
    seq,
    at,
    request,
    reply: undefined,
    isCut: false,
    refusal: undefined,
    delivery: undefined,
  };
}

function replyOf({ at, took, code, status, commandId }: RecordOf<'reply'>): ShownReply {
  return {
    at,
    took,
    ...(code !== undefined && { code }),
    ...(status !== undefined && { status }),
    ...(commandId !== undefined && { commandId }),
  };
}
