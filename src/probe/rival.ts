// Another reading of one line, of a dialect or of a profile.
import { SUCCESS } from '../contract/error-codes.js';
import type { TraceRecord } from '../trace/record.js';
import type { Neighbour } from './neighbours.js';
import type { ProbeReading } from './sights.js';

export type Traces = readonly (readonly TraceRecord[])[];

/** Whether any request was granted: where none was, nothing was seen by which a line could be wrong. */
export function hasSuccess(traces: Traces): boolean {
  return traces.some((records) =>
    records.some((record) => record.kind === 'reply' && record.code === SUCCESS),
  );
}

/** Another reading of one line. */
export interface Rival extends Pick<Neighbour, 'line' | 'was' | 'now'> {
  /** What is read otherwise: `command/id` of the dialect, `clients.operator.scopes` of the profile. */
  readonly key: string;
  /** Undefined where it cannot be. */
  reading(): ProbeReading | undefined;
}
