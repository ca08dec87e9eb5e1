// Events with fields that the interface does not have.
import { z } from 'zod';
import { isObject } from '../../../kernel/json.js';
import { defineFault } from '../fault.js';
import { eventOccasion } from './event-occasion.js';
export const unknownFields = defineFault({
    type: 'unknown-fields',
    group: 'websocket',
    summary: 'Events carry fields of a version to come, at the top and inside their data.',
    occasion: 'event',
    selects: ['client', 'device', 'profile', 'topic'],
    parameters: z.strictObject({
        name: z.string().min(1).max(64).default('xFuture').describe('Name of the field'),
    }),
    legality: { legal: true, because: 'Clients ignore unknown event fields, so that new ones can be added.' },
    start: ({ name }, site) => ({
        frame: (text, event, connection) => {
            const firing = site.fire(eventOccasion(event, connection));
            if (!firing)
                return text;
            const extra = { [name]: { since: 'a version to come', number: site.random.integer(0, 999) } };
            const frame = JSON.parse(text);
            const wider = Object.entries(frame).map(([key, value]) => [
                key,
                isObject(value) ? { ...value, ...extra } : value,
            ]);
            firing.note(`with a field ${name}`);
            return JSON.stringify({ ...Object.fromEntries(wider), ...extra });
        },
    }),
});
