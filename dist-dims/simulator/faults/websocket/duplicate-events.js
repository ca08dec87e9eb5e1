// Events that come twice.
import { z } from 'zod';
import { defineFault } from '../fault.js';
import { delay, drawDelay } from '../scalars.js';
import { eventOccasion } from './event-occasion.js';
export const duplicateEvents = defineFault({
    type: 'duplicate-events',
    group: 'websocket',
    summary: 'Events are sent again, the same in every byte.',
    occasion: 'event',
    selects: ['client', 'device', 'profile', 'topic'],
    parameters: z.strictObject({
        copies: z.int().min(1).max(100).default(1).describe('How many more there are'),
        apart: delay().prefault('0s').describe('From one copy to the next'),
    }),
    legality: {
        legal: true,
        because: 'Clients handle events idempotently (client.handles-events-idempotently), so one may come twice.',
    },
    start: ({ copies, apart }, site) => ({
        event: (event, connection, forward) => {
            const firing = site.fire(eventOccasion(event, connection));
            forward(event);
            if (!firing)
                return;
            firing.note(`sent ${copies + 1} times`);
            let wait = 0;
            for (let copy = 0; copy < copies; copy++) {
                wait += drawDelay(apart, site.random);
                if (wait === 0)
                    forward(event);
                else
                    site.after(wait, () => forward(event));
            }
        },
    }),
});
