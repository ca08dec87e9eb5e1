// The simulator's own account of what happened: bounded, the oldest records go first, and it can be followed.
import { createBoundedQueue } from '../../../kernel/bounded-queue.js';
import type { Clock } from '../../../kernel/clock.js';
import { type JournalEntry, type JournalFilter, type JournalRecord, matches } from './entry.js';

export interface Journal {
  /** Adds a record; anybody's, a fault's for example. */
  note(entry: JournalEntry): void;
  /** Oldest first. */
  records(filter?: JournalFilter): JournalRecord[];
  /** Number of the newest record; 0 before the first. */
  readonly lastSeq: number;
  /** Records that the journal no longer has: nothing must be concluded from their absence. */
  readonly dropped: number;
  /** How many listen at this moment. */
  readonly listeners: number;
  /** Calls `listener` at each new record; returns the way to stop. */
  listen(listener: (record: JournalRecord) => void): () => void;
}

const DEFAULT_CAPACITY = 10_000;

export function createJournal(clock: Pick<Clock, 'now'>, capacity = DEFAULT_CAPACITY): Journal {
  const kept = createBoundedQueue<JournalRecord>(capacity);
  const listeners = new Set<{ readonly hear: (record: JournalRecord) => void }>();
  let seq = 0;

  return {
    note: (entry) => {
      const record: JournalRecord = { seq: ++seq, at: clock.now(), ...entry };
      kept.pushDroppingOldest(record);
      for (const { hear } of listeners) hear(record);
    },
    records: (filter) => {
      const all = kept.toArray();
      return filter ? all.filter((record) => matches(record, filter)) : all;
    },
    get lastSeq() {
      return seq;
    },
    get dropped() {
      return seq - kept.size;
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
