// What stands in the list of the traffic: a request and its answer are one entry, everything else is a mark.
import type { JournalRecord } from '../../../simulator/control/replies.js';

type RecordOf<K extends JournalRecord['kind']> = Extract<JournalRecord, { kind: K }>;

/** What the page keeps of a request for as long as it is in the list; the journal has the rest. */
type ShownRequest = Omit<RecordOf<'request'>, 'kind' | 'seq' | 'at' | 'seen' | 'headers'>;
type ShownReply = Pick<RecordOf<'reply'>, 'at' | 'code' | 'took' | 'status' | 'commandId'>;

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

// The records of the journal as the page shows them; the oldest go when there are too many.

const MOST_ENTRIES = 20_000;

export function createTrafficLog() {
  let list = createEntryList([]);
  let lastSeq: number | undefined;

  /** What is between the last record and this one will not come any more. */
  const skipTo = (seq: number, at: number): void => {
    const missing = seq - (lastSeq ?? seq);
    if (missing > 0) list.leaveOut({ kind: 'gap', seq, at, missing, isGone: false });
    lastSeq = Math.max(lastSeq ?? seq, seq);
  };
  return {
    /** @param upTo number of the last record that will not come any more: those that are missing up to it are a gap. */
    add: (records: readonly JournalRecord[], upTo: number): void => {
      list.renew();
      for (const record of records) {
        if (record.seq <= (lastSeq ?? 0)) continue;
        skipTo(record.seq - 1, record.at);
        list.add(record);
        lastSeq = record.seq;
      }
      skipTo(upTo, records.at(-1)?.at ?? list.entries().at(-1)?.at ?? 0);
      list.trim(MOST_ENTRIES);
    },
    /** Oldest first; a new list whenever something has been added. */
    entries: (): readonly TrafficEntry[] => list.entries(),
    /** Puts what has been read of the journal into a gap; see `filled`. */
    fill: (gap: GapEntry, records: readonly JournalRecord[]): void => {
      list = createEntryList(filledLog(list.entries(), gap, records));
      list.trim(MOST_ENTRIES);
    },
    /** Whether the exchange with this number is among them. */
    has: (exchange: number): boolean => list.has(exchange),
    /** Number of the last record, also of one that was left out; undefined before anybody has told any. */
    get lastSeq(): number | undefined {
      return lastSeq;
    },
  };
}

/**
 * The entries with what has been read of the journal in place of a gap; what is missing still is a gap again.
 * @param records what the journal has from the beginning of the gap on.
 */
export function filledLog(
  entries: readonly TrafficEntry[],
  gap: GapEntry,
  records: readonly JournalRecord[],
): readonly TrafficEntry[] {
  const place = entries.findIndex(({ kind, seq }) => kind === 'gap' && seq === gap.seq);
  if (place < 0) return entries;
  const within = records.filter(({ seq }) => seq > gap.seq - gap.missing && seq <= gap.seq);
  const list = createEntryList(entries.slice(0, place));
  const first = within[0]?.seq ?? gap.seq + 1;
  const gone = first - 1 - (gap.seq - gap.missing);
  if (gone > 0) list.leaveOut({ ...gap, seq: first - 1, missing: gone, isGone: true });
  for (const record of within) list.add(record);
  const later = gap.missing - gone - within.length;
  if (later > 0) list.leaveOut({ ...gap, missing: later });
  return [...list.entries(), ...entries.slice(place + 1)];
}

// The entries of the traffic in the order of their records, where each exchange is among them, and which of them wait for
// their answer.

/** @param first with what it begins. */
function createEntryList(first: readonly TrafficEntry[]) {
  let entries = [...first];
  /** Place in the list plus what has gone from its front. */
  const places = new Map<number, number>();
  let waiting = new Set<number>();
  let gone = 0;

  const index = (entry: TrafficEntry, at: number): void => {
    if (entry.kind !== 'exchange') return;
    places.set(entry.request.exchange, at + gone);
    if (!entry.reply && !entry.isCut) waiting.add(entry.request.exchange);
  };
  const push = (entry: TrafficEntry): void => index(entry, entries.push(entry) - 1);
  const amend = (exchange: number, part: Partial<ExchangeEntry>): void => {
    const at = (places.get(exchange) ?? -1) - gone;
    const entry = entries[at];
    if (entry?.kind === 'exchange') entries[at] = { ...entry, ...part };
  };
  for (const [at, entry] of entries.entries()) index(entry, at);
  return {
    entries: (): readonly TrafficEntry[] => entries,
    has: (exchange: number): boolean => places.has(exchange),
    /** From now on it is another list: whoever has the one so far keeps it as it is. */
    renew: (): void => {
      entries = [...entries];
    },
    add: (record: JournalRecord): void => {
      const { seq, at } = record;
      if (record.kind === 'request') push(exchangeOf(record));
      else if (record.kind === 'reply') {
        waiting.delete(record.exchange);
        amend(record.exchange, { reply: replyOf(record), isCut: false });
      } else if (record.kind === 'refusal') amend(record.exchange, { refusal: record });
      else if (record.kind === 'delivery') amend(record.exchange, { delivery: record });
      else push({ kind: 'mark', seq, at, record });
    },
    /** What has not been answered up to here may have been answered in the gap. */
    leaveOut: (gap: GapEntry): void => {
      for (const exchange of waiting) amend(exchange, { isCut: true });
      waiting = new Set();
      push(gap);
    },
    /** Only the latest so many stay. */
    trim: (most: number): void => {
      const over = Math.max(0, entries.length - most);
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
