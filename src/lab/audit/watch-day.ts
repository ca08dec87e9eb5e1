// Watches a day: keeps what was seen of the client, up to a limit, and tells when it begins and when it is a flood.
import type { TrafficReader } from '../../audit/traffic/read-traffic.js';
import type { TraceRecord } from '../../trace/record.js';

export interface DayWatch {
  readonly reader: TrafficReader;
  /** As many as reports may show. */
  readonly records: readonly TraceRecord[];
  /** Resolves at the first request. */
  readonly awake: Promise<void>;
  /** Resolves when more requests have come than a client may send. */
  readonly flooded: Promise<void>;
  readonly isFlooded: boolean;
  see(record: TraceRecord): void;
  wake(): void;
}

/** Records of a day that reports may show. */
const MOST_RECORDS = 50_000;

export function watchDay(reader: TrafficReader, mostRequests: number): DayWatch {
  const records: TraceRecord[] = [];
  let requests = 0;
  let wake = (): void => undefined;
  const awake = new Promise<void>((resolve) => (wake = resolve));
  let flood = (): void => undefined;
  const flooded = new Promise<void>((resolve) => (flood = resolve));
  return {
    reader,
    records,
    awake,
    flooded,
    get isFlooded() {
      return requests > mostRequests;
    },
    wake,
    see: (record) => {
      if (record.kind === 'request') {
        requests++;
        wake();
        if (requests > mostRequests) flood();
      }
      // What comes after the cut says nothing more.
      if (requests > mostRequests) return;
      reader.see(record);
      if (records.length < MOST_RECORDS) records.push(record);
    },
  };
}
