// The service fails.
import { z } from 'zod';
import { defineFault } from '../fault.js';

export const internalError = defineFault({
  type: 'internal-error',
  group: 'rest',
  summary: 'REST requests are answered with 500 INTERNAL_ERROR.',
  occasion: 'request',
  selects: ['client', 'route', 'device', 'profile'],
  parameters: z.strictObject({
    executes: z.boolean().default(false).describe('Whether the request is carried out all the same'),
  }),
  legality: { legal: true, because: '500 INTERNAL_ERROR is a stated answer; it leaves the outcome open.' },
  start: ({ executes }, site) => ({
    rest: async ({ label, deviceId }, next) => {
      const firing = site.fire({ what: label, deviceId });
      if (!firing) return next();
      firing.note(executes ? 'carried out, answered with 500' : 'not carried out, answered with 500');
      if (executes) await next();
      return site.refusalReply({ code: 'INTERNAL_ERROR', message: 'The service failed.' });
    },
  }),
});
