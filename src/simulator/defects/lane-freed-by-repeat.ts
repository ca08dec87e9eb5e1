// The reply to a repeat cleans up as if an operation had ended.
import type { Defect } from './defect.js';

export function laneFreedByRepeat(): Defect {
  return {
    id: 'lane-freed-by-repeat',
    rule: 'busy.one-at-a-time',
    summary: 'A repeat of the request that is running frees the device for another operation.',
    ports: (ports) => {
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
          lookUp: (request) => {
            const known = ports.ledger.lookUp(request);
            if (known.kind === 'repeat') leaves.get(request.deviceId)?.();
            return known;
          },
        },
      };
    },
  };
}
