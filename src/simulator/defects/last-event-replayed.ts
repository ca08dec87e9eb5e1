// Who comes back soon is told the last thing of each device that was missed.
import type { ServiceEvent } from '../service/event-bus.js';
import { atConnectionEnd } from './connection-of.js';
import type { Defect } from './defect.js';

const SOON = 60_000;

export function lastEventReplayed(): Defect {
  const leftAt = new Map<string, number>();
  let now = (): number => 0;
  return {
    id: 'last-event-replayed',
    rule: 'events.not-replayed',
    summary: 'A client that reconnects within a minute is sent the last event of each device that it missed.',
    ...atConnectionEnd(({ clientId }) => leftAt.set(clientId, now())),
    ports: (ports, { clock }) => {
      now = clock.now;
      const last = new Map<string, ServiceEvent>();
      return {
        ...ports,
        events: {
          publish: (event) => {
            last.set(event.deviceId, event);
            ports.events.publish(event);
          },
          subscribe: (subscriber) => {
            const left = [...leftAt.values()].filter((at) => now() - at < SOON);
            const missed = [...last.values()].filter(({ occurredAt }) => left.some((at) => at <= occurredAt));
            // After the handshake: the socket takes frames only once it is open.
            for (const event of missed.filter(({ deviceId }) => subscriber.mayHear(deviceId)))
              queueMicrotask(() => subscriber.deliver(event));
            return ports.events.subscribe(subscriber);
          },
        },
      };
    },
  };
}
