// REST and WebSocket each serialise by themselves.
import type { Defect } from './defect.js';
import { whichChannel } from './which-channel.js';

export function lanePerChannel(): Defect {
  const channel = whichChannel();
  return {
    id: 'lane-per-channel',
    rule: 'busy.across-channels',
    summary: 'An operation over REST and one over WebSocket run on one device at once.',
    ...channel.watching,
    ports: (ports) => ({
      ...ports,
      lane: { ...ports.lane, enter: (deviceId) => ports.lane.enter(`${channel.current()} ${deviceId}`) },
    }),
  };
}
