// The lane is not given back when an operation ends.
import type { Defect } from './defect.js';

/** How long the lane stays taken after the operation, in ms. */
const STUCK = 60_000;

export function laneLeaked(): Defect {
  return {
    id: 'lane-leaked',
    rule: 'busy.released',
    summary: 'A device stays busy for a minute after an operation has ended.',
    ports: (ports, { clock }) => ({
      ...ports,
      lane: {
        ...ports.lane,
        enter: (deviceId) => {
          const leave = ports.lane.enter(deviceId);
          return leave && (() => void clock.setTimer('leaked lane', STUCK, leave));
        },
      },
    }),
  };
}
