// The reply to a repeat cleans up as if an operation had ended.
import type { Defect } from './defect.js';
import { keepLeaves } from './kept-leaves.js';

export function laneFreedByRepeat(): Defect {
  return {
    id: 'lane-freed-by-repeat',
    rule: 'busy.one-at-a-time',
    summary: 'A repeat of the request that is running frees the device for another operation.',
    ports: (ports) => {
      const { lane, leaveOf } = keepLeaves(ports.lane);
      return {
        ...ports,
        lane,
        ledger: {
          ...ports.ledger,
          lookUp: (request) => {
            const known = ports.ledger.lookUp(request);
            if (known.kind === 'repeat') leaveOf(request.deviceId)?.();
            return known;
          },
        },
      };
    },
  };
}
