// The latest events that any connection of the run was sent: what one connection lacks, another may have heard.
import type { EventRecord } from '../../../trace/record.js';

export type HeardEvent = EventRecord & { readonly at: number };

export interface HeardEvents {
  note(event: HeardEvent): void;
  /** Oldest first, those that came at that clock time (ms) or later. */
  since(at: number): readonly HeardEvent[];
}

const MOST = 500;

export function createHeard(): HeardEvents {
  const events: HeardEvent[] = [];
  return {
    note: (event) => {
      events.push(event);
      if (events.length > MOST) events.shift();
    },
    since: (at) => events.filter((event) => event.at >= at),
  };
}
