// Events reach the connection that was opened first, and no other.
import type { Subscriber } from '../service/event-bus.js';
import type { Defect } from './defect.js';

export function eventsToFirstConnection(): Defect {
  return {
    id: 'events-to-first-connection',
    rule: 'events.every-connection',
    summary: 'An event is delivered to the oldest connection only.',
    ports: (ports) => {
      const subscribers = new Set<Subscriber>();
      return {
        ...ports,
        events: {
          publish: (event) => [...subscribers].find(({ mayHear }) => mayHear(event.deviceId))?.deliver(event),
          subscribe: (subscriber) => {
            subscribers.add(subscriber);
            return () => subscribers.delete(subscriber);
          },
        },
      };
    },
  };
}
