// One lane for all devices together.
import type { Defect } from './defect.js';

export function laneForAllDevices(): Defect {
  return {
    id: 'lane-for-all-devices',
    rule: 'busy.per-device',
    summary: 'An operation on one device makes every other device busy.',
    ports: (ports) => ({ ...ports, lane: { ...ports.lane, enter: () => ports.lane.enter('all') } }),
  };
}
