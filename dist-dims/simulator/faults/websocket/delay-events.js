// Events that are sent late.
import { z } from 'zod';
import { formatDuration } from '../../../kernel/duration.js';
import { defineFault } from '../fault.js';
import { delay, drawDelay } from '../scalars.js';
import { eventOccasion } from './event-occasion.js';
export const delayEvents = defineFault({
    type: 'delay-events',
    group: 'websocket',
    summary: 'Events are sent late; with delays drawn by chance they may overtake each other.',
    occasion: 'event',
    selects: ['client', 'device', 'profile', 'topic'],
    parameters: z.strictObject({ delay: delay().prefault('1s').describe('How late') }),
    legality: { legal: true, because: 'The interface states no time within which an event is sent.' },
    start: (parameters, site) => {
        const waiting = new Set();
        return {
            event: (event, connection, forward) => {
                const firing = site.fire(eventOccasion(event, connection));
                if (!firing)
                    return forward(event);
                const wait = drawDelay(parameters.delay, site.random);
                firing.note(`sent ${formatDuration(wait)} late`);
                const send = () => {
                    waiting.delete(send);
                    forward(event);
                };
                waiting.add(send);
                site.after(wait, send);
            },
            // Events that are still waiting when the fault ends are sent then.
            end: () => {
                for (const send of waiting)
                    send();
            },
        };
    },
});
