// Collects records in the order in which they were seen, up to a limit.
import type { Clock } from '../kernel/clock.js';
import type { TraceEntry, TraceRecord } from './record.js';

export interface Trace {
  add(entry: TraceEntry): TraceRecord;
  records(): readonly TraceRecord[];
  /** Records that were dropped because the trace was full; a judge must not conclude from their absence. */
  readonly dropped: number;
  /** Calls `listener` at each new record; returns the way to stop. */
  listen(listener: (record: TraceRecord) => void): () => void;
}

/** How many records a trace keeps unless it is told otherwise. */
const TRACE_LIMIT = 100_000;

export function createTrace(clock: Pick<Clock, 'now'>, limit = TRACE_LIMIT): Trace {
  const records: TraceRecord[] = [];
  const listeners = new Set<(record: TraceRecord) => void>();
  let seq = 0;
  let dropped = 0;
  return {
    add: (entry) => {
      const record: TraceRecord = { seq: seq++, at: clock.now(), ...entry };
      if (records.length < limit) records.push(record);
      else dropped++;
      for (const listener of listeners) listener(record);
      return record;
    },
    records: () => records,
    get dropped() {
      return dropped;
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
