// The lane is given back some time after the caller has been told that the operation has ended.
import type { Defect } from './defect.js';

/** After the operation, in ms. */
const LATE = 2000;

export function laneReleasedLate(): Defect {
  return {
    id: 'lane-released-late',
    rule: 'busy.released',
    summary: 'A device stays busy for two seconds after an operation has ended.',
    ports: (ports, { clock }) => ({
      ...ports,
      lane: {
        ...ports.lane,
        enter: (deviceId) => {
          const leave = ports.lane.enter(deviceId);
          return leave && (() => void clock.setTimer('late lane', LATE, leave));
        },
      },
    }),
  };
}
