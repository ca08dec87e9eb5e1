// Another reading of one line, of a dialect or of a profile.
import type { TraceRecord } from '../trace/record.js';
import type { Neighbour } from './neighbours.js';
import type { ProbeReading } from './sights.js';

export type Traces = readonly (readonly TraceRecord[])[];

/** Another reading of one line. */
export interface Rival extends Pick<Neighbour, 'line' | 'was' | 'now'> {
  /** What is read otherwise: `command/id` of the dialect, `clients.operator.scopes` of the profile. */
  readonly key: string;
  /** Undefined where it cannot be. */
  reading(): ProbeReading | undefined;
}
