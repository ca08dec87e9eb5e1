// The records of the journal as the page shows them; the oldest go when there are too many.
import type { JournalRecord } from '../../../simulator/control/replies.js';
import { createEntryList } from './entry-list.js';
import type { GapEntry, TrafficEntry } from './traffic-entry.js';

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
