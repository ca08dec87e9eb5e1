import { isReply } from '../wire/edit-messages.js';
import { withConnections } from './wrap/connections.js';
import { withConversations } from './wrap/frames.js';
import { withPorts } from './wrap/ports.js';
/** Past events that are kept for new connections. */
const REMEMBERED = 20;
/** Ms within which a client that connects again is sent what it has missed. */
const SOON = 60_000;
export const EVENT_DELIVERY_DEFECTS = [
    // Device connection and power: an event is delivered on the open WebSocket connections, all of them.
    {
        id: 'events-to-first-connection',
        rule: 'events.every-connection',
        summary: 'An event is delivered to the oldest connection only.',
        decorate: () => withPorts(() => {
            const subscribers = new Set();
            return {
                events: {
                    publish: (event) => [...subscribers].find(({ mayHear }) => mayHear(event.deviceId))?.deliver(event),
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
        decorate: () => withConversations(() => {
            const asked = new Set();
            return {
                asked: (requestId) => void asked.add(requestId),
                edit: (frame) => {
                    if (isReply(frame))
                        asked.delete(frame['requestId']);
                    else if (asked.size > 0)
                        return null;
                    return undefined;
                },
            };
        }),
    },
    // Message rules: events are not replayed.
    {
        id: 'events-replayed',
        rule: 'events.not-replayed',
        summary: 'A new connection is sent the events that happened before it was opened.',
        decorate: () => {
            const past = [];
            return withReplay((event) => {
                past.push(event);
                if (past.length > REMEMBERED)
                    past.shift();
            }, () => past);
        },
    },
    // Message rules: events are not replayed, and after reconnecting the client asks for the state itself.
    {
        id: 'last-event-replayed',
        rule: 'events.not-replayed',
        summary: 'A client that reconnects within a minute is sent the last event of each device that it missed.',
        decorate: () => {
            const leftAt = new Map();
            const last = new Map();
            let now = () => 0;
            return {
                ...withConnections({ ended: ({ clientId }) => void leftAt.set(clientId, now()) }),
                ...withReplay((event) => last.set(event.deviceId, event), (clock) => {
                    now = clock.now;
                    const left = [...leftAt.values()].filter((at) => now() - at < SOON);
                    return [...last.values()].filter(({ occurredAt }) => left.some((at) => at <= occurredAt));
                }),
            };
        },
    },
];
/**
 * @param keep sees each event that is published.
 * @param missed the events that a new connection is sent, as far as it may hear of their devices.
 */
function withReplay(keep, missed) {
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
