// The service answers 429 although no quota is used up; a request after the announced delay is served.
import { z } from 'zod';
import { defineFault } from '../fault.js';
import { hooksOver, over } from './over.js';
import { span } from '../../../document/duration.js';
export const rateLimited = defineFault({
    type: 'rate-limited',
    group: 'rest',
    summary: 'Requests of a client are RATE_LIMITED for a while; whoever waits as announced is served.',
    occasion: 'request',
    selects: ['client', 'route', 'device', 'profile'],
    parameters: z.strictObject({
        retryAfter: span().prefault('3s').describe('How long all that it selects is refused to the client'),
        over: over(),
    }),
    legality: {
        legal: true,
        because: 'Quotas are not stated, and the announced wait is true: the next request after it is served.',
    },
    start: ({ retryAfter, over: which }, site) => {
        // One window for each client over both channels, as quotas are shared.
        const windows = new Map();
        const refuse = ({ endsAt, firing }, label) => {
            const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - site.clock.now()) / 1000));
            firing.note(`${label} answered with RATE_LIMITED, to be retried after ${retryAfterSeconds} s`);
            return { code: 'RATE_LIMITED', message: 'Too many requests.', retryAfterSeconds };
        };
        const refusalOf = ({ label, clientId, deviceId }) => {
            const known = windows.get(clientId);
            if (known && site.clock.now() < known.endsAt)
                return refuse(known, label);
            // The first request after a window is served, as announced, and does not count as an occasion.
            if (windows.delete(clientId))
                return undefined;
            const firing = site.fire({ what: label, deviceId });
            if (!firing)
                return undefined;
            const window = { endsAt: site.clock.now() + retryAfter, firing };
            windows.set(clientId, window);
            return refuse(window, label);
        };
        return hooksOver(which, {
            rest: async (exchange, next) => {
                const refusal = refusalOf(exchange);
                return refusal ? site.refusalReply(refusal) : next();
            },
            message: async (exchange, next) => {
                const refusal = refusalOf(exchange);
                return refusal ? { ok: false, refusal } : next();
            },
        });
    },
});
