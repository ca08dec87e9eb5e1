// Who comes back soon is told the last thing that was missed.
import type { ServiceEvent } from '../service/event-bus.js';
import type { Defect } from './defect.js';
import { whichConnection } from './which-connection.js';

const SOON = 60_000;

export function lastEventReplayed(): Defect {
  const leftAt = new Map<string, number>();
  let now = (): number => 0;
  const connection = whichConnection(({ clientId }) => leftAt.set(clientId, now()));
  return {
    id: 'last-event-replayed',
    rule: 'events.not-replayed',
    summary: 'A client that reconnects within a minute is sent the last event that it missed.',
    ...connection.watching,
    ports: (ports, { clock }) => {
      now = clock.now;
      let last: ServiceEvent | undefined;
      return {
        ...ports,
        events: {
          publish: (event) => {
            last = event;
            ports.events.publish(event);
          },
          subscribe: (subscriber) => {
            const missed = last;
            const absent = [...leftAt.values()].some(
              (left) => missed !== undefined && left <= missed.occurredAt && now() - left < SOON,
            );
            // After the handshake: the socket takes frames only once it is open.
            if (missed && absent && subscriber.mayHear(missed.deviceId))
              queueMicrotask(() => subscriber.deliver(missed));
            return ports.events.subscribe(subscriber);
          },
        },
      };
    },
  };
}
