// The lane is given back by the code that sends the reply: where nobody waits for it, it never runs.
import type { Defect } from './defect.js';
import { whichConnection } from './which-connection.js';

const CLEANED_UP_AFTER = 60_000;

export function laneLeakedByLostConnection(): Defect {
  const connection = whichConnection();
  return {
    id: 'lane-leaked-by-lost-connection',
    rule: 'busy.released',
    summary:
      'A device stays busy for a minute when the WebSocket connection is lost while its operation runs.',
    ...connection.watching,
    ports: (ports, { clock }) => ({
      ...ports,
      lane: {
        ...ports.lane,
        enter: (deviceId) => {
          const leave = ports.lane.enter(deviceId);
          const caller = connection.current();
          if (!leave || !caller) return leave;
          return () => {
            if (caller.ended) clock.setTimer('leaked lane', CLEANED_UP_AFTER, leave);
            else leave();
          };
        },
      },
    }),
  };
}
