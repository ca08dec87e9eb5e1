// A refresh does not ask whether the RS485 port of the device is at work.
import type { Defect } from './defect.js';

export function refreshPassesTransceive(): Defect {
  const talking = new Set<string>();
  let refreshing = false;
  return {
    id: 'refresh-passes-transceive',
    rule: 'busy.refresh-control',
    summary: 'A refresh is accepted while a transceive waits for its answer.',
    ports: (ports) => ({
      ...ports,
      lane: {
        ...ports.lane,
        enter: (deviceId) => {
          const passes = refreshing && talking.has(deviceId);
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
  };
}
