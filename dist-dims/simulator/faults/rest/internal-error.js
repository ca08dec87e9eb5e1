// Requests are answered with INTERNAL_ERROR.
import { z } from 'zod';
import { defineFault } from '../fault.js';
import { hooksOver, over } from './over.js';
export const internalError = defineFault({
    type: 'internal-error',
    group: 'rest',
    summary: 'Requests over either channel are answered with INTERNAL_ERROR, over REST with status 500.',
    occasion: 'request',
    selects: ['client', 'route', 'device', 'profile'],
    parameters: z.strictObject({
        executes: z.boolean().default(false).describe('Whether the request is carried out all the same'),
        over: over(),
    }),
    legality: { legal: true, because: '500 INTERNAL_ERROR is a stated answer; it leaves the outcome open.' },
    start: ({ executes, over: which }, site) => {
        const hit = async ({ label, deviceId }, next, failed) => {
            const firing = site.fire({ what: label, deviceId });
            if (!firing)
                return next();
            firing.note(executes
                ? 'carried out, answered with INTERNAL_ERROR'
                : 'not carried out, answered with INTERNAL_ERROR');
            if (executes)
                await next();
            return failed();
        };
        return hooksOver(which, {
            rest: (exchange, next) => hit(exchange, next, () => site.refusalReply(FAILED)),
            message: (exchange, next) => hit(exchange, next, () => ({ ok: false, refusal: FAILED })),
        });
    },
});
const FAILED = { code: 'INTERNAL_ERROR', message: 'The service failed.' };
