// Refreshes do not take the device for themselves.
import type { Defect } from './defect.js';

export function laneWithoutRefresh(): Defect {
  let refreshing = false;
  return {
    id: 'lane-without-refresh',
    rule: 'busy.refresh-control',
    summary: 'A control is accepted while a refresh of the device runs, and the other way round.',
    service: (service) => ({
      ...service,
      refresh: (caller, deviceId) => {
        refreshing = true;
        try {
          return service.refresh(caller, deviceId);
        } finally {
          refreshing = false;
        }
      },
    }),
    ports: (ports) => ({
      ...ports,
      lane: {
        ...ports.lane,
        enter: (deviceId) => (refreshing ? () => undefined : ports.lane.enter(deviceId)),
      },
    }),
  };
}
