// The lane is not given back when an operation ends.
import type { Defect } from './defect.js';
import { lateLane } from './late-lane.js';

export function laneLeaked(): Defect {
  return {
    id: 'lane-leaked',
    rule: 'busy.released',
    summary: 'A device stays busy for a minute after an operation has ended.',
    ...lateLane(60_000),
  };
}
