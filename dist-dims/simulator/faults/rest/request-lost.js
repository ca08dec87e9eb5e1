// A request that never arrives.
import { z } from 'zod';
import { defineFault } from '../fault.js';
import { reset } from './reset.js';
export const requestLost = defineFault({
    type: 'request-lost',
    group: 'rest',
    summary: 'REST requests are not carried out, and their connection is reset.',
    occasion: 'request',
    selects: ['client', 'route', 'device', 'profile'],
    parameters: z.strictObject({}),
    legality: {
        legal: true,
        because: 'A connection may break before any response; the request is repeated with the same key.',
    },
    start: (_, site) => ({
        rest: async ({ label, deviceId }, next) => {
            const firing = site.fire({ what: label, deviceId });
            if (!firing)
                return next();
            firing.note('not carried out, connection reset');
            return reset();
        },
    }),
});
