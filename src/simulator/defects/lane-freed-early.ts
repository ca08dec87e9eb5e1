// The lane is given back when the bytes are out, while the device still waits for the answer.
import type { Defect } from './defect.js';

const WAIT = 1000;

export function laneFreedEarly(): Defect {
  return {
    id: 'lane-freed-early',
    rule: 'busy.control-control',
    summary: 'A device takes the next control after half of the wait of a transceive.',
    ports: (ports, { clock }) => {
      const leaves = new Map<string, () => void>();
      return {
        ...ports,
        lane: {
          ...ports.lane,
          enter: (deviceId) => {
            const leave = ports.lane.enter(deviceId);
            if (leave) leaves.set(deviceId, leave);
            return leave;
          },
        },
        ledger: {
          ...ports.ledger,
          open: (request) => {
            const leave = leaves.get(request.deviceId);
            if (leave && request.operation.name === 'device.rs485.transceive') {
              const { timeout = WAIT } = request.operation.params;
              clock.setTimer('lane freed early', timeout / 2, leave);
            }
            return ports.ledger.open(request);
          },
        },
      };
    },
  };
}
