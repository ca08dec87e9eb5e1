// Defects of who gets an event, and when.
import type { Clock } from '../../kernel/clock.js';
import type { Decoration } from '../decoration.js';
import type { ServiceEvent, Subscriber } from '../service/ports.js';
import { isReply } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';
import { withConnections } from './wrap/connections.js';
import { withConversations } from './wrap/frames.js';
import { withPorts } from './wrap/ports.js';
import { withService } from './wrap/service.js';

/** Past events that are kept for new connections. */
const REMEMBERED = 20;

/** Ms within which a client that connects again is sent what it has missed. */
const SOON = 60_000;

export const EVENT_DELIVERY_DEFECTS: readonly Defect[] = [
  // Device connection and power: an event is delivered on the open WebSocket connections, all of them.
  {
    id: 'events-to-first-connection',
    rule: 'events.every-connection',
    summary: 'An event is delivered to the oldest connection only.',
    decorate: () =>
      withPorts(() => {
        const subscribers = new Set<Subscriber>();
        return {
          events: {
            publish: (event) =>
              [...subscribers].find(({ mayHear }) => mayHear(event.deviceId))?.deliver(event),
            subscribe: (subscriber) => {
              subscribers.add(subscriber);
              return () => subscribers.delete(subscriber);
            },
          },
        };
      }),
  },
  // Device connection and power: an event is delivered on the open connections, whatever else they are used for.
  {
    id: 'events-lost-while-asking',
    rule: 'events.every-connection',
    summary: 'An event is not delivered to a connection that has a request under way.',
    decorate: () =>
      withConversations(() => {
        const asked = new Set<unknown>();
        return {
          asked: (requestId) => void asked.add(requestId),
          edit: (frame) => {
            if (isReply(frame)) asked.delete(frame['requestId']);
            else if (asked.size > 0) return null;
            return undefined;
          },
        };
      }),
  },
  // Device connection and power: an event is delivered on the open connections, whoever has opened them.
  {
    id: 'device-events-to-first-client',
    rule: 'events.every-connection',
    summary:
      'Events of connection and power reach one client only, however many of its connections are open.',
    decorate: () => withDeviceEventsToFirstClient(),
  },
  // Device connection and power: an event is delivered on the open connections, whoever has made the change.
  {
    id: 'changes-to-author-only',
    rule: 'events.every-connection',
    summary: 'A relay change is told only to the client that has given the last order to the device.',
    decorate: () => withChangesToAuthor(),
  },
  // Message rules: events are not replayed.
  {
    id: 'events-replayed',
    rule: 'events.not-replayed',
    summary: 'A new connection is sent the events that happened before it was opened.',
    decorate: () => {
      const past: ServiceEvent[] = [];
      return withReplay(
        (event) => {
          past.push(event);
          if (past.length > REMEMBERED) past.shift();
        },
        () => past,
      );
    },
  },
  // Message rules: events are not replayed, and after reconnecting the client asks for the state itself.
  {
    id: 'last-event-replayed',
    rule: 'events.not-replayed',
    summary: 'A client that reconnects within a minute is sent the last event of each device that it missed.',
    decorate: () => {
      const leftAt = new Map<string, number>();
      const last = new Map<string, ServiceEvent>();
      let now = (): number => 0;
      return {
        ...withConnections({ ended: ({ clientId }) => void leftAt.set(clientId, now()) }),
        ...withReplay(
          (event) => last.set(event.deviceId, event),
          (clock) => {
            now = clock.now;
            const left = [...leftAt.values()].filter((at) => now() - at < SOON);
            return [...last.values()].filter(({ occurredAt }) => left.some((at) => at <= occurredAt));
          },
        ),
      };
    },
  },
];

/**
 * @param keep sees each event that is published.
 * @param missed the events that a new connection is sent, as far as it may hear of their devices.
 */
function withReplay(
  keep: (event: ServiceEvent) => void,
  missed: (clock: Clock) => readonly ServiceEvent[],
): Decoration {
  return withPorts(({ events }, { clock }) => ({
    events: {
      publish: (event) => {
        keep(event);
        events.publish(event);
      },
      subscribe: (subscriber) => {
        const told = missed(clock).filter(({ deviceId }) => subscriber.mayHear(deviceId));
        // After the handshake: the socket takes frames only once it is open.
        queueMicrotask(() => told.forEach((event) => subscriber.deliver(event)));
        return events.subscribe(subscriber);
      },
    },
  }));
}

/** The client whose connection is the oldest that is open. */
function withDeviceEventsToFirstClient(): Decoration {
  const open: { readonly clientId: string }[] = [];
  return {
    session: (next) => (caller, socket) => {
      const own = { clientId: caller.clientId };
      open.push(own);
      const session = next(caller, {
        ...socket,
        send: (text, onSent) => {
          if (open[0]?.clientId === own.clientId || !/"device\.(connection|power)\./.test(text))
            socket.send(text, onSent);
        },
      });
      return {
        ...session,
        end: () => {
          open.splice(open.indexOf(own), 1);
          session.end();
        },
      };
    },
  };
}

function withChangesToAuthor(): Decoration {
  const authors = new Map<string | undefined, string>();
  return {
    ...withService((service) => ({
      operate: (caller, request) => {
        authors.set(request.deviceId, caller.clientId);
        return service.operate(caller, request);
      },
    })),
    session: (next) => (caller, socket) =>
      next(caller, {
        ...socket,
        send: (text, onSent) => {
          const author = authors.get(/"deviceId":"([^"]+)"/.exec(text)?.[1]);
          const isChange = text.includes('"device.state.changed"');
          if (!isChange || author === undefined || author === caller.clientId) socket.send(text, onSent);
        },
      }),
  };
}
