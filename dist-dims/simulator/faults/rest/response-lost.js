// A request that is carried out, and whose answer gets lost.
import { z } from 'zod';
import { defineFault } from '../fault.js';
import { reset } from './reset.js';
export const responseLost = defineFault({
    type: 'response-lost',
    group: 'rest',
    summary: 'REST requests are carried out, and their connection is reset instead of an answer.',
    occasion: 'request',
    selects: ['client', 'route', 'device', 'profile'],
    parameters: z.strictObject({}),
    legality: {
        legal: true,
        because: 'A connection may break before any response; a repeat with the same key gets the same command.',
    },
    start: (_, site) => ({
        rest: async ({ label, deviceId }, next) => {
            const firing = site.fire({ what: label, deviceId });
            const reply = await next();
            if (!firing)
                return reply;
            firing.note(`carried out with status ${reply.status}, connection reset`);
            return reset(reply);
        },
    }),
});
