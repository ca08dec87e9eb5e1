// The entries of the traffic in the order of their records, where each exchange is among them, and which of them wait for
// their answer.
import type { JournalRecord } from '../../../simulator/control/replies.js';
import type { ExchangeEntry, GapEntry, RecordOf, ShownReply, TrafficEntry } from './traffic-entry.js';

export interface TrafficEntryList {
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
export function createEntryList(first: readonly TrafficEntry[]): TrafficEntryList {
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
