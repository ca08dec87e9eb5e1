// Records traffic as it passes a proxy: what a HAR file would hold of it, read at once.
import type { Dialect } from '../../dialect/dialect.js';
import type { RequestFacts, TraceEntry, TraceRecord } from '../../trace/record.js';
import type { HarEntry, HarMessage, Timed } from './har-file.js';
import { createHarFrames, type WatchedConnection } from './har-frames.js';
import { createHarRequests } from './har-requests.js';

export interface LiveRecord {
  /** An exchange over REST that has come to its end. */
  exchange(entry: HarEntry): void;
  facts(request: HarEntry['request']): RequestFacts;
  connection(request: Pick<HarEntry['request'], 'url' | 'headers'>): RecordedConnection;
  note(at: number, entry: TraceEntry): void;
  listen(listener: (record: TraceRecord) => void): () => void;
}

export interface RecordedConnection {
  readonly about: WatchedConnection['about'];
  /** @returns what the frame was in canonical terms. */
  frame(message: HarMessage): readonly Timed[];
}

export function createLiveRecord(dialect: Dialect): LiveRecord {
  const requests = createHarRequests(dialect);
  const frames = createHarFrames(dialect, requests);
  const listeners = new Set<(record: TraceRecord) => void>();
  let seq = 0;
  const note = (at: number, entry: TraceEntry): void => {
    const record: TraceRecord = { seq: ++seq, at, ...entry };
    for (const each of listeners) each(record);
  };
  const noteAll = (timed: readonly Timed[]): readonly Timed[] => {
    for (const { at, entry } of timed) note(at, entry);
    return timed;
  };
  return {
    exchange: (entry) => void noteAll(requests.exchange(entry)),
    facts: requests.facts,
    connection: (request) => {
      const { about, frame } = frames.open(request);
      return { about, frame: (message) => noteAll(frame(message)) };
    },
    note,
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
