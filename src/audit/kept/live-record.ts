// Records traffic as it passes a proxy: what a HAR file would hold of it, read at once.
import type { Dialect } from '../../dialect/dialect.js';
import type { TraceEntry, TraceRecord } from '../../trace/record.js';
import type { HarEntry, HarMessage, Timed } from './har-file.js';
import { createHarFrames } from './har-frames.js';
import { createHarRequests } from './har-requests.js';
import type { ServiceReader } from './service-reader.js';

/** What passes one port. */
export type PortRecord = ReturnType<ReturnType<typeof createLiveRecord>['port']>;
export type RecordedConnection = ReturnType<PortRecord['connection']>;

/** @param reader of answers, where the service is judged. */
export function createLiveRecord(dialect: Dialect, reader?: ServiceReader) {
  const requests = createHarRequests(dialect, reader);
  const frames = createHarFrames(dialect, requests);
  const listeners = new Set<(record: TraceRecord) => void>();
  let seq = 0;
  const note = (at: number, entry: TraceEntry): void => {
    const record: TraceRecord = { seq: ++seq, at, ...entry };
    for (const each of listeners) each(record);
  };
  /** @param instance the process of the client that the port is for. */
  const port = (instance: string | undefined) => {
    const noteAll = (timed: readonly Timed[]): readonly Timed[] => {
      for (const { at, entry } of timed) note(at, instance === undefined ? entry : cameFrom(entry, instance));
      return timed;
    };
    return {
      /** An exchange over REST that has come to its end. */
      exchange: (entry: HarEntry): void => void noteAll(requests.exchange(entry)),
      connection: (request: Pick<HarEntry['request'], 'url' | 'headers'>) => {
        const { about, frame } = frames.open(request);
        /** What the frame was in canonical terms. */
        return { about, frame: (message: HarMessage) => noteAll(frame(message)) };
      },
      note: (at: number, entry: TraceEntry): void => void noteAll([{ at, entry }]),
    };
  };
  return {
    port,
    listen: (listener: (record: TraceRecord) => void): (() => void) => {
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
