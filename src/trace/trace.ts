// Collects records in the order in which they were seen, up to a limit.
import type { Clock } from '../kernel/clock.js';
import type { ReplyRecord, RequestRecord, TraceEntry, TraceRecord } from './record.js';

export type Trace = ReturnType<typeof createTrace>;

/** How many records a trace keeps unless it is told otherwise. */
const TRACE_LIMIT = 100_000;

export function createTrace(clock: Pick<Clock, 'now'>, limit = TRACE_LIMIT) {
  const records: TraceRecord[] = [];
  const listeners = new Set<(record: TraceRecord) => void>();
  let seq = 0;
  let dropped = 0;
  return {
    add: (entry: TraceEntry) => {
      const record: TraceRecord = { seq: seq++, at: clock.now(), ...entry };
      if (records.length < limit) records.push(record);
      else dropped++;
      for (const listener of listeners) listener(record);
      return record;
    },
    records: (): readonly TraceRecord[] => records,

    /** Records that were dropped because the trace was full; a judge must not conclude from their absence. */
    get dropped() {
      return dropped;
    },

    /** Calls `listener` at each new record; returns the way to stop. */
    listen: (listener: (record: TraceRecord) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** What was asked in an exchange. */
export function requestOfExchange(records: readonly TraceRecord[], exchange: number | undefined) {
  return records.find((each) => each.kind === 'request' && each.exchange === exchange) as
    (RequestRecord & TraceRecord) | undefined;
}

/** What was answered in an exchange. */
export function replyOfExchange(records: readonly TraceRecord[], exchange: number | undefined) {
  return records.find((each) => each.kind === 'reply' && each.exchange === exchange) as
    (ReplyRecord & TraceRecord) | undefined;
}
