// Access tokens expire before their announced time.
import { z } from 'zod';
import { defineFault } from '../fault.js';
import { delay } from '../scalars.js';
import { repeated, selectedClients } from './repeated.js';

export const tokenExpiry = defineFault({
  type: 'token-expiry',
  group: 'service',
  summary: 'All access tokens of a client expire at once; new ones are good until the next time.',
  occasion: 'client',
  selects: ['client'],
  everywhere: true,
  parameters: z.strictObject({
    again: delay().optional().describe('From one expiry to the next; only one when absent'),
  }),
  legality: {
    legal: true,
    because:
      'The unit of expiresIn is not stated, and an expired token is answered with 401 as it has to be.',
  },
  start: ({ again }, site) =>
    repeated(site, again, () => {
      for (const clientId of selectedClients(site)) {
        const firing = site.fire({ what: `tokens of ${clientId}` });
        if (!firing) continue;
        site.world.ports.access.expireTokens(clientId);
        firing.note('expired');
      }
    }),
});
