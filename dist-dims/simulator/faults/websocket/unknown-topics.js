// Events of a topic that the interface does not have.
import { newIdentifier } from '../../../dialect/new-identifier.js';
import { z } from 'zod';
import { defineFault } from '../fault.js';
import { delay, drawDelay } from '../scalars.js';
export const unknownTopics = defineFault({
    type: 'unknown-topics',
    group: 'websocket',
    summary: 'Events of a topic of a version to come are sent between the others.',
    occasion: 'frame',
    selects: ['client'],
    parameters: z.strictObject({
        topic: z.string().min(1).max(128).default('device.future.event').describe('Name of the topic'),
        every: delay().prefault('1s').describe('From one to the next'),
    }),
    legality: {
        legal: true,
        because: 'The interface names six topics and excludes no others; clients carry on (client.ignores-unknown-fields).',
    },
    start: ({ topic, every }, site) => {
        const send = () => {
            for (const connection of site.connections()) {
                const firing = site.fire({ what: `connection ${connection.id} of ${connection.clientId}` });
                if (!firing)
                    continue;
                const event = {
                    topic,
                    eventId: newIdentifier('evt', site.random, site.dialect.identifiers.event),
                    occurredAt: Math.round(site.clock.now()),
                    data: { note: 'of a version to come' },
                };
                connection.inject(JSON.stringify(site.dialect.shapes.wsEvent.encode(event)), event);
                firing.note(`sent an event ${topic}`);
            }
            wait();
        };
        const wait = () => site.after(Math.max(1, drawDelay(every, site.random)), send);
        return { begin: wait };
    },
});
