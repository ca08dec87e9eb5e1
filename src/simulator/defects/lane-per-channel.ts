// REST and WebSocket each serialise by themselves.
import type { Defect } from './defect.js';

export function lanePerChannel(): Defect {
  return {
    id: 'lane-per-channel',
    rule: 'busy.across-channels',
    summary: 'An operation over REST and one over WebSocket run on one device at once.',
    ports: (ports) => ({
      ...ports,
      lane: {
        ...ports.lane,
        enter: (deviceId, origin) => ports.lane.enter(`${origin?.channel} ${deviceId}`, origin),
      },
    }),
  };
}
