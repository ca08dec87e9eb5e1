// Records traffic as it passes a proxy: what a HAR file would hold of it, read at once.
import type { Dialect } from '../../dialect/dialect.js';
import type { RequestFacts, TraceEntry, TraceRecord } from '../../trace/record.js';
import type { HarEntry, HarMessage, Timed } from './har-file.js';
import { createHarFrames, type WatchedConnection } from './har-frames.js';
import { createHarRequests } from './har-requests.js';
import type { ServiceReader } from './service-reader.js';

/** What passes one port. */
export interface PortRecord {
  /** An exchange over REST that has come to its end. */
  exchange(entry: HarEntry): void;
  facts(request: HarEntry['request']): RequestFacts;
  connection(request: Pick<HarEntry['request'], 'url' | 'headers'>): RecordedConnection;
  note(at: number, entry: TraceEntry): void;
}

export interface LiveRecord {
  /** @param instance the process of the client that the port is for. */
  port(instance: string | undefined): PortRecord;
  listen(listener: (record: TraceRecord) => void): () => void;
}

export interface RecordedConnection {
  readonly about: WatchedConnection['about'];
  /** @returns what the frame was in canonical terms. */
  frame(message: HarMessage): readonly Timed[];
}

/** @param reader of answers, where the service is judged. */
export function createLiveRecord(dialect: Dialect, reader?: ServiceReader): LiveRecord {
  const requests = createHarRequests(dialect, reader);
  const frames = createHarFrames(dialect, requests);
  const listeners = new Set<(record: TraceRecord) => void>();
  let seq = 0;
  const note = (at: number, entry: TraceEntry): void => {
    const record: TraceRecord = { seq: ++seq, at, ...entry };
    for (const each of listeners) each(record);
  };
  const port: LiveRecord['port'] = (instance) => {
    const noteAll = (timed: readonly Timed[]): readonly Timed[] => {
      for (const { at, entry } of timed) note(at, instance === undefined ? entry : cameFrom(entry, instance));
      return timed;
    };
    return {
      exchange: (entry) => void noteAll(requests.exchange(entry)),
      facts: requests.facts,
      connection: (request) => {
        const { about, frame } = frames.open(request);
        return { about, frame: (message) => noteAll(frame(message)) };
      },
      note: (at, entry) => void noteAll([{ at, entry }]),
    };
  };
  return {
    port,
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What tells processes apart is on requests and connections; the rest follows from these. */
function cameFrom(entry: TraceEntry, instance: string): TraceEntry {
  if (entry.kind === 'connection') return { ...entry, instance };
  if (entry.kind !== 'request' || entry.seen === undefined) return entry;
  return { ...entry, seen: { ...entry.seen, instance } };
}
