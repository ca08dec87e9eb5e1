// The lane is given back when the bytes are out, while the device still waits for the answer.
import type { Defect } from './defect.js';
import { keepLeaves } from './kept-leaves.js';

const WAIT = 1000;

export function laneFreedEarly(): Defect {
  return {
    id: 'lane-freed-early',
    rule: 'busy.control-control',
    summary: 'A device takes the next control after half of the wait of a transceive.',
    ports: (ports, { clock }) => {
      const { lane, leaveOf } = keepLeaves(ports.lane);
      return {
        ...ports,
        lane,
        ledger: {
          ...ports.ledger,
          open: (request) => {
            const leave = leaveOf(request.deviceId);
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
