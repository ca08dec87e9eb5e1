// The records of the journal as the page shows them; the oldest go when there are too many.
import type { JournalRecord } from '../../../simulator/control/replies.js';
import type { ExchangeEntry, GapEntry, RecordOf, ShownReply, TrafficEntry } from './traffic-entry.js';

export interface PageTraffic {
  /** @param upTo number of the last record that will not come any more: those that are missing up to it are a gap. */
  add(records: readonly JournalRecord[], upTo: number): void;
  /** Oldest first; a new list whenever something has been added. */
  entries(): readonly TrafficEntry[];
  /** Puts what has been read of the journal into a gap; see `filled`. */
  fill(gap: GapEntry, records: readonly JournalRecord[]): void;
  /** Whether the exchange with this number is among them. */
  has(exchange: number): boolean;
  /** Number of the last record, also of one that was left out; undefined before anybody has told any. */
  readonly lastSeq: number | undefined;
}

const MOST_ENTRIES = 20_000;

export function createTrafficLog(): PageTraffic {
  let list = createEntryList([]);
  let lastSeq: number | undefined;

  /** What is between the last record and this one will not come any more. */
  const skipTo = (seq: number, at: number): void => {
    const missing = seq - (lastSeq ?? seq);
    if (missing > 0) list.leaveOut({ kind: 'gap', seq, at, missing, isGone: false });
    lastSeq = Math.max(lastSeq ?? seq, seq);
  };
  return {
    add: (records, upTo) => {
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
    entries: () => list.entries(),
    fill: (gap, records) => {
      list = createEntryList(filledLog(list.entries(), gap, records));
      list.trim(MOST_ENTRIES);
    },
    has: (exchange) => list.has(exchange),
    get lastSeq() {
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

interface TrafficEntryList {
  entries(): readonly TrafficEntry[];
  has(exchange: number): boolean;
  /** From now on it is another list: whoever has the one so far keeps it as it is. */
  renew(): void;
  add(record: JournalRecord): void;
  /** What has not been answered up to here may have been answered in the gap. */
  leaveOut(gap: GapEntry): void;
  /** Only the latest so many stay. */
  trim(most: number): void;
}

/** @param first with what it begins. */
function createEntryList(first: readonly TrafficEntry[]): TrafficEntryList {
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
    entries: () => entries,
    has: (exchange) => places.has(exchange),
    renew: () => {
      entries = [...entries];
    },
    add: (record) => {
      const { seq, at } = record;
      if (record.kind === 'request') push(exchangeOf(record));
      else if (record.kind === 'reply') {
        waiting.delete(record.exchange);
        amend(record.exchange, { reply: replyOf(record), isCut: false });
      } else if (record.kind === 'refusal') amend(record.exchange, { refusal: record });
      else if (record.kind === 'delivery') amend(record.exchange, { delivery: record });
      else push({ kind: 'mark', seq, at, record });
    },
    leaveOut: (gap) => {
      for (const exchange of waiting) amend(exchange, { isCut: true });
      waiting = new Set();
      push(gap);
    },
    trim: (most) => {
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
