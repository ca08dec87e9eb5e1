// A day that has been lived: what was seen of the client, and of its processes.
import type { TraceRecord } from '../../trace/record.js';
import type { Dialect } from '../../dialect/dialect.js';
import type { Day } from '../days/day.js';
import type { ClientTraffic } from '../traffic/traffic.js';

export interface LivedDay {
  readonly day: Day;
  /** What it is called in reports; a repetition has another name than the first time. */
  readonly name: string;
  readonly seed: number;
  /** Clock time in ms. */
  readonly from: number;
  readonly to: number;
  /** Of the client that the day was for; undefined when nothing of it was seen. */
  readonly traffic: ClientTraffic | undefined;
  /** Of whoever else called. */
  readonly others: readonly ClientTraffic[];
  /** As many as reports can show. */
  readonly records: readonly TraceRecord[];
  /** The path on the wire of one of the interface; the same when absent. */
  readonly path?: Dialect['path'];
  readonly flooded: boolean;
  readonly endedBy: 'time' | 'client' | 'flood' | 'interrupt';
  /** Network connections that there were. */
  readonly sockets: number;
  /** Why a real service behind a proxy has not answered once. */
  readonly unanswered?: string;
  readonly processes: readonly LivedProcess[];
  /** What the simulator threw. */
  readonly bugs: readonly string[];
}

export interface LivedProcess {
  /** How it ended, in words. */
  readonly how: string;
  /** It could not be started at all. */
  readonly neverBegan: boolean;
  /** The end of what it wrote. */
  readonly output: string;
}
