// The records of what happened in the simulator, up to a limit: the oldest are dropped first. They can be followed.
import { createBoundedQueue } from '../../../kernel/bounded-queue.js';
import type { Clock } from '../../../kernel/clock.js';
import type { CommandStatus } from '../../../contract/schemas/scalars.js';
import type { Operation } from '../../../contract/schemas/command.js';
import type { Channel, RequestFacts } from '../../../trace/record.js';
import { sizeOfOperation } from '../../service/operation-size.js';
import { MEMORY_LIMITS } from '../../limits/limits.js';
import type { ExchangeRow, Origin } from '../../service/origin.js';
import {
  type JournalEntry,
  type JournalFilter,
  type JournalRecord,
  matches,
  replyOf,
  requestOf,
} from './entry.js';

export interface Journal {
  /** Adds a record that belongs to no exchange. */
  note(entry: JournalEntry): void;
  /** Adds a request; returns its row, which the origin refers to from now on. */
  asked(asked: Asked): ExchangeRow;
  /** Adds the answer to a request; to be called at most once for each row. */
  answered(row: ExchangeRow, answer: Answer): void;
  /** Oldest first. */
  records(filter?: JournalFilter): JournalRecord[];
  /** Number of the newest record; 0 before the first. */
  readonly lastSeq: number;
  /** How many records have been dropped. A reader must not conclude anything from their absence. */
  readonly dropped: number;
  /** How many listen at this moment. */
  readonly listeners: number;
  /** Calls `listener` at each new record; returns the way to stop. */
  listen(listener: (record: JournalRecord) => void): () => void;
}

export interface Asked {
  readonly origin: Origin | undefined;
  readonly channel: Channel;
  readonly client: string | undefined;
  readonly request: RequestFacts;
}

export interface Answer {
  readonly status?: number;
  readonly code: string;
  readonly commandId?: string;
  readonly commandStatus?: CommandStatus;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

const DEFAULT_CAPACITY = 10_000;

/** An exchange is kept as one row that lies in the queue twice: for its request, and for its answer. */
type Kept = JournalRecord | ExchangeRow;

export function createJournal(clock: Pick<Clock, 'now'>, capacity = DEFAULT_CAPACITY): Journal {
  const kept = createKept(capacity);
  const listeners = new Set<{ readonly hear: (record: JournalRecord) => void }>();
  let seq = 0;
  let exchanges = 0;

  const keep = (item: Kept): void => {
    kept.add(item);
    if (listeners.size === 0) return;
    const record = recordOf(item, seq);
    for (const { hear } of listeners) hear(record);
  };
  const dropped = (): number => seq - kept.size;

  return {
    note: (entry) => keep({ seq: ++seq, at: clock.now(), ...entry }),
    asked: ({ origin, channel, client, request }) => {
      const row: ExchangeRow = {
        exchange: ++exchanges,
        origin,
        channel,
        client,
        request,
        askedSeq: ++seq,
        askedAt: clock.now(),
        answeredSeq: 0,
        answeredAt: 0,
        status: undefined,
        code: undefined,
        commandId: undefined,
        commandStatus: undefined,
        data: undefined,
      };
      if (origin) origin.row = row;
      keep(row);
      return row;
    },
    answered: (row, { status, code, commandId, commandStatus, data }) => {
      row.answeredSeq = ++seq;
      row.answeredAt = clock.now();
      row.status = status;
      row.code = code;
      row.commandId = commandId;
      row.commandStatus = commandStatus;
      row.data = data;
      keep(row);
    },
    records: (filter) => {
      const first = dropped() + 1;
      const all = kept.toArray().map((item, at) => recordOf(item, first + at));
      return filter ? all.filter((record) => matches(record, filter)) : all;
    },
    get lastSeq() {
      return seq;
    },
    get dropped() {
      return dropped();
    },
    get listeners() {
      return listeners.size;
    },
    listen: (hear) => {
      const entry = { hear };
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
  };
}

/** @param seq tells the request of an exchange from its answer. */
function recordOf(item: Kept, seq: number): JournalRecord {
  if ('kind' in item) return item;
  return item.askedSeq === seq
    ? { seq, at: item.askedAt, ...requestOf(item) }
    : { seq, at: item.answeredAt, ...replyOf(item) };
}

interface KeptItems {
  readonly size: number;
  /** Drops the oldest ones where there is no room. */
  add(item: Kept): void;
  toArray(): Kept[];
}

/** Bounded by the number of items and by what they hold. */
function createKept(capacity: number): KeptItems {
  const queue = createBoundedQueue<Kept>(capacity);
  let text = 0;
  const forget = (item: Kept | undefined): void => {
    if (item) text -= sizeOf(item);
  };
  return {
    get size() {
      return queue.size;
    },
    add: (item) => {
      text += sizeOf(item);
      forget(queue.pushDroppingOldest(item));
      while (text > MEMORY_LIMITS.maxJournalText && queue.size > 1) forget(queue.shift());
    },
    toArray: queue.toArray,
  };
}

/** In characters, about: most records are small and alike. */
function sizeOf(item: Kept): number {
  if (!('kind' in item)) return item.request.operation ? sizeOfOperation(item.request.operation) : 0;
  if (item.kind === 'event') return typeof item.data === 'string' ? item.data.length : 0;
  if (item.kind === 'refusal') return JSON.stringify(item).length;
  if (item.kind !== 'physical') return 0;
  const { operation } = (item.detail ?? {}) as { readonly operation?: Operation };
  return operation ? sizeOfOperation(operation) : 0;
}
