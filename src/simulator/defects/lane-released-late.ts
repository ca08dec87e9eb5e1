// The lane is given back some time after the caller has been told that the operation has ended.
import type { Defect } from './defect.js';
import { lateLane } from './late-lane.js';

export function laneReleasedLate(): Defect {
  return {
    id: 'lane-released-late',
    rule: 'busy.released',
    summary: 'A device stays busy for two seconds after an operation has ended.',
    ...lateLane(2000),
  };
}
