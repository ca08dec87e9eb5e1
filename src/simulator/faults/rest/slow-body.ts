// An answer whose body arrives slowly, in small pieces.
import { z } from 'zod';
import { defineFault } from '../fault.js';

export const slowBody = defineFault({
  type: 'slow-body',
  group: 'rest',
  summary: 'The bodies of REST answers arrive slowly, in small pieces.',
  occasion: 'request',
  selects: ['client', 'route', 'device', 'profile'],
  parameters: z.strictObject({
    bytesPerSecond: z.int().min(1).default(100).describe('How fast the body comes'),
  }),
  legality: { legal: true, because: 'The interface states no time within which an answer has arrived.' },
  start: ({ bytesPerSecond }, site) => ({
    rest: async ({ label, deviceId }, next) => {
      const firing = site.fire({ what: label, deviceId });
      const reply = await next();
      // A connection that another fault resets has no body to slow down.
      if (!firing || reply.delivery?.kind === 'reset') return reply;
      firing.note(`${String(reply.body).length} bytes of answer at ${bytesPerSecond} a second`);
      return { ...reply, delivery: { kind: 'slow', bytesPerSecond } };
    },
  }),
});
