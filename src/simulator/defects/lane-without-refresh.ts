// Refreshes do not take the device for themselves.
import type { Defect } from './defect.js';
import { duringRefresh } from './during-refresh.js';

export function laneWithoutRefresh(): Defect {
  const refresh = duringRefresh();
  return {
    id: 'lane-without-refresh',
    rule: 'busy.refresh-control',
    summary: 'A control is accepted while a refresh of the device runs, and the other way round.',
    ...refresh.watching,
    ports: (ports) => ({
      ...ports,
      lane: {
        ...ports.lane,
        enter: (deviceId) => (refresh.now() ? () => undefined : ports.lane.enter(deviceId)),
      },
    }),
  };
}
