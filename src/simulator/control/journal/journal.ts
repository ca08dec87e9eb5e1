// The records of what happened in the simulator, up to a limit: the oldest are dropped first. They can be followed.
import type { Clock } from '../../../kernel/clock.js';
import type { Operation } from '../../../contract/schemas/command.js';
import type { Channel, RequestFacts } from '../../../trace/record.js';
import { sizeOfOperation } from '../../service/operation-size.js';
import type { ExchangeRow, Origin } from '../../service/origin.js';
import { type Answer, type JournalEntry, type JournalFilter, type JournalRecord, matches } from './entry.js';
import { recordOf } from './record-of.js';
import type { Row } from './row.js';
import { createRows } from './rows.js';

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

const DEFAULT_CAPACITY = 10_000;

export function createJournal(clock: Pick<Clock, 'now'>, capacity = DEFAULT_CAPACITY): Journal {
  const rows = createRows(capacity);
  const listeners = new Set<{ readonly hear: (record: JournalRecord) => void }>();
  let seq = 0;
  let exchanges = 0;

  const written = (row: Row, size: number): void => {
    seq++;
    rows.weigh(row, size);
    if (listeners.size === 0) return;
    const record = recordOf(row, seq);
    for (const { hear } of listeners) hear(record);
  };
  const dropped = (): number => seq - rows.size;

  return {
    note: (entry) => {
      const row = rows.next();
      row.note(clock.now(), entry);
      written(row, sizeOfEntry(entry));
    },
    asked: ({ origin, channel, client, request }) => {
      const exchange: ExchangeRow = {
        exchange: ++exchanges,
        channel,
        client,
        request,
        askedAt: clock.now(),
        answeredAt: 0,
        code: undefined,
      };
      if (origin) origin.row = exchange;
      const row = rows.next();
      row.asked(exchange, origin);
      written(row, sizeOfRequest(request));
      return exchange;
    },
    answered: (exchange, answer) => {
      exchange.answeredAt = clock.now();
      exchange.code = answer.code;
      const row = rows.next();
      row.answered(exchange, answer);
      written(row, sizeOfRequest(exchange.request));
    },
    records: (filter) => {
      const first = dropped() + 1;
      const all = rows.map((row, at) => recordOf(row, first + at));
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
