// The lane is given back by the code that sends the reply: where nobody waits for it, it never runs.
import { connectionOf } from './connection-of.js';
import type { Defect } from './defect.js';

const CLEANED_UP_AFTER = 60_000;

export function laneLeakedByLostConnection(): Defect {
  return {
    id: 'lane-leaked-by-lost-connection',
    rule: 'busy.released',
    summary:
      'A device stays busy for a minute when the WebSocket connection is lost while its operation runs.',
    ports: (ports, { clock }) => ({
      ...ports,
      lane: {
        ...ports.lane,
        enter: (deviceId, origin) => {
          const leave = ports.lane.enter(deviceId, origin);
          const connection = connectionOf(origin);
          if (!leave || !connection) return leave;
          return () => {
            if (connection.ended) clock.setTimer('leaked lane', CLEANED_UP_AFTER, leave);
            else leave();
          };
        },
      },
    }),
  };
}
