// Events that arrive in another order.
import { z } from 'zod';
import { defineFault } from '../fault.js';
import { span } from '../../../document/duration.js';
import { eventOccasion } from './event-occasion.js';
export const reorderEvents = defineFault({
    type: 'reorder-events',
    group: 'websocket',
    summary: 'An event is held back until the next one has overtaken it.',
    occasion: 'event',
    selects: ['client', 'device', 'profile', 'topic'],
    parameters: z.strictObject({
        within: span().prefault('2s').describe('How long it waits for a next one at most'),
    }),
    legality: { legal: true, because: 'The interface states no order of events.' },
    start: ({ within }, site) => {
        const held = new Map();
        return {
            event: (event, connection, forward) => {
                const overtaken = held.get(connection);
                if (overtaken) {
                    forward(event);
                    overtaken();
                    return;
                }
                const firing = site.fire(eventOccasion(event, connection));
                if (!firing)
                    return forward(event);
                firing.note('held back for the next one to overtake it');
                const send = () => {
                    if (held.get(connection) !== send)
                        return;
                    held.delete(connection);
                    forward(event);
                };
                held.set(connection, send);
                site.after(within, send);
            },
            end: () => {
                for (const send of [...held.values()])
                    send();
            },
        };
    },
});
