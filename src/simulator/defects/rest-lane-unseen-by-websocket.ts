// Who comes by WebSocket does not see that REST has the device.
import type { Defect } from './defect.js';

export function restLaneUnseenByWebsocket(): Defect {
  return {
    id: 'rest-lane-unseen-by-websocket',
    rule: 'busy.across-channels',
    summary: 'An operation over WebSocket is accepted during one over REST, but not the other way round.',
    ports: (ports) => {
      const overRest = new Set<string>();
      return {
        ...ports,
        lane: {
          ...ports.lane,
          enter: (deviceId, origin) => {
            const by = origin?.channel;
            const leave = ports.lane.enter(deviceId, origin);
            if (!leave) return by === 'ws' && overRest.has(deviceId) ? () => undefined : undefined;
            if (by === 'rest') overRest.add(deviceId);
            return () => {
              overRest.delete(deviceId);
              leave();
            };
          },
        },
      };
    },
  };
}
