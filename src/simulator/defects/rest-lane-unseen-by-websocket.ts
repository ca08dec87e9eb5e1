// Who comes by WebSocket does not see that REST has the device.
import type { Defect } from './defect.js';
import { whichChannel } from './which-channel.js';

export function restLaneUnseenByWebsocket(): Defect {
  const channel = whichChannel();
  return {
    id: 'rest-lane-unseen-by-websocket',
    rule: 'busy.across-channels',
    summary: 'An operation over WebSocket is accepted during one over REST, but not the other way round.',
    ...channel.watching,
    ports: (ports) => {
      const overRest = new Set<string>();
      return {
        ...ports,
        lane: {
          ...ports.lane,
          enter: (deviceId) => {
            const by = channel.current();
            const leave = ports.lane.enter(deviceId);
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
