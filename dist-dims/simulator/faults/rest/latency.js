// Requests, or their replies, take longer.
import { z } from 'zod';
import { formatDuration } from '../../../kernel/duration.js';
import { defineFault } from '../fault.js';
import { hooksOver, over } from './over.js';
import { delay, drawDelay } from '../scalars.js';
export const latency = defineFault({
    type: 'latency',
    group: 'rest',
    summary: 'Requests over either channel take longer, before or after they are carried out.',
    occasion: 'request',
    selects: ['client', 'route', 'device', 'profile'],
    parameters: z.strictObject({
        delay: delay().prefault('1s').describe('How much longer'),
        where: z.enum(['before', 'after']).default('before').describe('Before or after it is carried out'),
        over: over(),
    }),
    legality: { legal: true, because: 'The interface states no time within which a request is answered.' },
    start: (parameters, site) => {
        const hit = async ({ label, deviceId }, next) => {
            const firing = site.fire({ what: label, deviceId });
            if (!firing)
                return next();
            const wait = drawDelay(parameters.delay, site.random);
            firing.note(`${formatDuration(wait)} ${parameters.where} it is carried out`);
            if (parameters.where === 'before')
                await site.clock.sleep(wait);
            const reply = await next();
            if (parameters.where === 'after')
                await site.clock.sleep(wait);
            return reply;
        };
        return hooksOver(parameters.over, {
            rest: (exchange, next) => hit(exchange, next),
            message: (exchange, next) => hit(exchange, next),
        });
    },
});
