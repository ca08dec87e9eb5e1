// The records of what happened in the simulator, up to a limit: the oldest are dropped first. They can be followed.
import type { Clock } from '../../../kernel/clock.js';
import type { Operation } from '../../../contract/schemas/command.js';
import type { Channel, RequestFacts } from '../../../trace/record.js';
import { sizeOfOperation } from '../../service/command-ledger.js';
import type { ExchangeRow, Origin } from '../../service/origin.js';
import { type Answer, type JournalEntry, type JournalFilter, type JournalRecord, selected } from './entry.js';
import { deviceOf, JournalRow, recordOf } from './row.js';
import { assert } from '../../../kernel/assert.js';
import { MEMORY_LIMITS } from '../../limits/limits.js';

export type Journal = Omit<KeptJournal, 'take' | 'cut'>;

/** A journal as the one who keeps it has it. */
type KeptJournal = ReturnType<typeof createJournal>;

export interface Asked {
  readonly origin: Origin | undefined;
  readonly channel: Channel;
  readonly client: string | undefined;
  readonly request: RequestFacts;
}

const DEFAULT_CAPACITY = 10_000;

type Clean = (record: JournalRecord) => JournalRecord;

/**
 * @param clean takes secrets out, whatever a client has put into a path or a key. Records are searched when somebody
 *   reads them, so that a journal nobody reads costs nothing.
 */
export function createJournal(
  clock: Pick<Clock, 'now'>,
  capacity = DEFAULT_CAPACITY,
  clean: Clean = (record) => record,
) {
  const rows = createRows(capacity);
  const listeners = createListeners();
  const counts = createCounts();
  let seq = 0;
  let exchanges = 0;
  const written = (row: JournalRow, size: number): void => {
    seq++;
    rows.weigh(row, size);
    if (listeners.size > 0) listeners.tell(clean(recordOf(row, seq)));
  };
  const put = (entry: JournalEntry, at: number, size: number): void => {
    const row = rows.next();
    row.note(at, entry);
    counts.note(entry);
    written(row, size);
  };
  return {
    /** Adds a record that belongs to no exchange. */
    note: (entry: JournalEntry): void => put(entry, clock.now(), sizeOfEntry(entry)),
    /** Adds a record of another journal. */
    take: (entry: JournalEntry & { readonly at: number }): void => put(entry, entry.at, 0),
    /** So many records cannot be had, and so those before are not the whole. */
    cut: (missing: number): void => {
      rows.clear();
      seq += missing;
    },
    /** Adds a request; returns its row, which the origin refers to from now on. */
    asked: (asked: Asked): ExchangeRow => {
      const exchange = exchangeRow(asked, ++exchanges, clock.now());
      if (asked.origin) asked.origin.row = exchange;
      const row = rows.next();
      row.asked(exchange, asked.origin);
      written(row, sizeOfRequest(asked.request));
      return exchange;
    },
    /** Adds the answer to a request; to be called at most once for each row. */
    answered: (exchange: ExchangeRow, answer: Answer): void => {
      exchange.answeredAt = clock.now();
      exchange.code = answer.code;
      const row = rows.next();
      row.answered(exchange, answer);
      counts.reply(exchange.channel, exchange.request.what, answer.code);
      written(row, sizeOfRequest(exchange.request));
    },
    ...createReading(rows, () => seq, clean),
    counts: counts as JournalCounts,
    /** Number of the newest record; 0 before the first. */
    get lastSeq() {
      return seq;
    },
    /** How many records have been dropped. A reader must not conclude anything from their absence. */
    get dropped() {
      return seq - rows.size;
    },
    /** How many listen at this moment. */
    get listeners() {
      return listeners.size;
    },
    listen: listeners.listen,
  };
}

function exchangeRow({ channel, client, request }: Asked, exchange: number, askedAt: number): ExchangeRow {
  return { exchange, channel, client, request, askedAt, answeredAt: 0, code: undefined };
}

function createListeners() {
  const listeners = new Set<{ readonly hear: (record: JournalRecord) => void }>();
  return {
    get size() {
      return listeners.size;
    },
    tell: (record: JournalRecord): void => {
      for (const { hear } of listeners) hear(record);
    },
    /** Calls `hear` at each new record; returns the way to stop. */
    listen: (hear: (record: JournalRecord) => void): (() => void) => {
      const entry = { hear };
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
  };
}

/** @param lastSeq number of the newest row. */
function createReading(rows: Rows, lastSeq: () => number, clean: Clean) {
  const dropped = (): number => lastSeq() - rows.size;
  return {
    /** Oldest first. */
    records: (filter?: JournalFilter): JournalRecord[] => {
      const first = dropped() + 1;
      const all = rows.map((row, at) => recordOf(row, first + at));
      return (filter ? selected(all, filter) : all).map(clean);
    },
    /** The first `most` records after number `seq`, as far as they are still there; costs nothing for all others. */
    after: (seq: number, most: number): JournalRecord[] => {
      const known = Math.max(seq, dropped());
      return rows.part(known - dropped(), most).map((row, at) => clean(recordOf(row, known + 1 + at)));
    },
    /** Devices of the records after number `seq`; undefined where these are more than `most`, or some are gone. */
    devicesAfter: (seq: number, most: number): ReadonlySet<string> | undefined => {
      if (lastSeq() - seq > most || seq < dropped()) return undefined;
      return new Set(rows.part(seq - dropped(), most).flatMap((row) => deviceOf(row) ?? []));
    },
  };
}

/** In characters, about: most requests are small and alike. */
function sizeOfRequest({ operation }: RequestFacts): number {
  return operation ? sizeOfOperation(operation) : 0;
}

function sizeOfEntry(entry: JournalEntry): number {
  if (entry.kind === 'event') return typeof entry.data === 'string' ? entry.data.length : 0;
  if (entry.kind === 'refusal') return JSON.stringify(entry).length;
  if (entry.kind !== 'physical') return 0;
  const { operation } = (entry.detail ?? {}) as { readonly operation?: Operation };
  return operation ? sizeOfOperation(operation) : 0;
}

// The rows of the journal: a ring, bounded by the number of rows and by what they hold.

type Rows = ReturnType<typeof createRows>;

function createRows(capacity: number) {
  assert(
    Number.isSafeInteger(capacity) && capacity > 0,
    `a journal keeps at least 1 record, not ${capacity}`,
  );
  const ring: JournalRow[] = [];
  let head = 0;
  let size = 0;
  let text = 0;

  const rowAt = (at: number): JournalRow => (ring[(head + at) % capacity] ??= new JournalRow());
  const dropOldest = (): void => {
    const oldest = rowAt(0);
    text -= oldest.size;
    oldest.forget();
    head = (head + 1) % capacity;
    size--;
  };

  return {
    get size() {
      return size;
    },
    /** The row for the next record, in which the one before it may still stand. Drops the oldest where there is no room. */
    next: (): JournalRow => {
      if (size === capacity) dropOldest();
      return rowAt(size++);
    },
    /** The newest row holds so many characters, about. Drops the oldest ones where that is too much. */
    weigh: (row: JournalRow, weight: number): void => {
      row.size = weight;
      text += weight;
      while (text > MEMORY_LIMITS.maxJournalText && size > 1) dropOldest();
    },
    clear: (): void => {
      while (size > 0) dropOldest();
    },
    /** Oldest first. */
    map: <T>(read: (row: JournalRow, at: number) => T): T[] =>
      Array.from({ length: size }, (_, at) => read(rowAt(at), at)),
    /** `most` rows from place `from` on, 0 being the oldest; fewer where there are no more. */
    part: (from: number, most: number): JournalRow[] =>
      Array.from({ length: Math.max(0, Math.min(most, size - from)) }, (_, at) => rowAt(from + at)),
  };
}

// How many records of which sort there have been. They are counted as they are written, without a record being made:
// metrics and pages read the counts when somebody looks, so that neither costs anything with each request.

/** Records that are counted by one word; undefined for one that is not counted. */
const WORD_OF = {
  // Those that went to one connection apart have been counted when they were published.
  event: ({ connection, topic }) => (connection === '*' ? topic : undefined),
  fault: ({ type }) => type,
  physical: ({ act }) => act,
  connection: ({ state }) => state,
  stimulus: ({ name }) => name,
  bug: () => '',
} satisfies {
  readonly [K in JournalEntry['kind']]?: (entry: Extract<JournalEntry, { kind: K }>) => string | undefined;
};
export type CountedKind = keyof typeof WORD_OF;

/** Since the simulator was started; they only grow. */
export type JournalCounts = Pick<ReturnType<typeof createCounts>, 'replies' | 'of'>;

type Words = Map<string, number>;

function createCounts() {
  const replies: Readonly<Record<Channel, Map<string, Words>>> = { rest: new Map(), ws: new Map() };
  const others = new Map<JournalEntry['kind'], Words>(
    Object.keys(WORD_OF).map((kind) => [kind as CountedKind, new Map()]),
  );
  const reply = (channel: Channel, what: string, code: string): void => {
    const known = replies[channel].get(what);
    if (known) add(known, code);
    else replies[channel].set(what, new Map([[code, 1]]));
  };
  return {
    reply,
    note: (entry: JournalEntry): void => {
      if (entry.kind === 'reply') return reply(entry.channel, entry.what, entry.code ?? 'none');
      const words = others.get(entry.kind);
      const word = words && WORD_OF[entry.kind as CountedKind](entry as never);
      if (words && word !== undefined) add(words, word);
    },
    replies: () =>
      (['rest', 'ws'] as const).flatMap((channel) =>
        [...replies[channel]].flatMap(([what, codes]) =>
          [...codes].map(([code, count]) => ({ channel, what, code, count })),
        ),
      ),
    /** By word. An event counts once, to however many connections it went. */
    of: (kind: CountedKind): ReadonlyMap<string, number> => others.get(kind) ?? new Map<string, number>(),
  };
}

/** The words are those of the interface and of this program; a reply that a fault has made may have another code. */
const MOST_WORDS = 1000;
const OTHER = 'other';

function add(words: Words, word: string): void {
  const known = words.get(word);
  if (known !== undefined) words.set(word, known + 1);
  else if (words.size < MOST_WORDS) words.set(word, 1);
  else words.set(OTHER, (words.get(OTHER) ?? 0) + 1);
}
