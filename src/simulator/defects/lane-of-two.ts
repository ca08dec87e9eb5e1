// A device takes two operations at a time.
import type { Defect } from './defect.js';

export function laneOfTwo(): Defect {
  return {
    id: 'lane-of-two',
    rule: 'busy.one-at-a-time',
    summary: 'Two operations run on a device at once; only a third one is told that it is busy.',
    ports: (ports) => {
      const second = new Set<string>();
      return {
        ...ports,
        lane: {
          ...ports.lane,
          enter: (deviceId) => {
            const leave = ports.lane.enter(deviceId);
            if (leave || second.has(deviceId)) return leave;
            second.add(deviceId);
            return () => void second.delete(deviceId);
          },
        },
      };
    },
  };
}
