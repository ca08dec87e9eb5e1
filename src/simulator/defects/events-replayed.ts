// Who connects is first told what happened before.
import type { ServiceEvent } from '../service/event-bus.js';
import type { Defect } from './defect.js';

const REMEMBERED = 20;

export function eventsReplayed(): Defect {
  return {
    id: 'events-replayed',
    rule: 'events.not-replayed',
    summary: 'A new connection is sent the events that happened before it was opened.',
    ports: (ports) => {
      const past: ServiceEvent[] = [];
      return {
        ...ports,
        events: {
          publish: (event) => {
            past.push(event);
            if (past.length > REMEMBERED) past.shift();
            ports.events.publish(event);
          },
          subscribe: (subscriber) => {
            const stop = ports.events.subscribe(subscriber);
            const missed = past.filter(({ deviceId }) => subscriber.mayHear(deviceId));
            // After the handshake: the socket takes frames only once it is open.
            queueMicrotask(() => missed.forEach((event) => subscriber.deliver(event)));
            return stop;
          },
        },
      };
    },
  };
}
