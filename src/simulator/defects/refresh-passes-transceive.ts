// A refresh does not ask whether the RS485 port of the device is at work.
import type { Defect } from './defect.js';
import { duringRefresh } from './during-refresh.js';

export function refreshPassesTransceive(): Defect {
  const talking = new Set<string>();
  const refresh = duringRefresh();
  return {
    id: 'refresh-passes-transceive',
    rule: 'busy.refresh-control',
    summary: 'A refresh is accepted while a transceive waits for its answer.',
    ...refresh.watching,
    ports: (ports) => ({
      ...ports,
      lane: {
        ...ports.lane,
        enter: (deviceId) => {
          const passes = refresh.now() && talking.has(deviceId);
          return ports.lane.enter(deviceId) ?? (passes ? () => undefined : undefined);
        },
      },
      ledger: {
        ...ports.ledger,
        open: (request) => {
          const { entry, finish } = ports.ledger.open(request);
          if (request.operation.name === 'device.rs485.transceive') talking.add(request.deviceId);
          return {
            entry,
            finish: (outcome) => {
              talking.delete(request.deviceId);
              finish(outcome);
            },
          };
        },
      },
    }),
  };
}
