// API clients are disabled.
import { z } from 'zod';
import { defineFault } from '../fault.js';
import { selectedClients } from './repeated.js';

export const clientDisabled = defineFault({
  type: 'client-disabled',
  group: 'service',
  summary: 'API clients are disabled, on both channels, until the fault ends.',
  occasion: 'client',
  selects: ['client'],
  everywhere: true,
  parameters: z.strictObject({}),
  legality: { legal: true, because: 'APP_DISABLED is a stated answer.' },
  start: (_, site) => {
    const releases: (() => void)[] = [];
    return {
      begin: () => {
        for (const clientId of selectedClients(site)) {
          const firing = site.fire({ what: `client ${clientId}` });
          if (!firing) continue;
          const release = site.grips.client(clientId);
          firing.note('disabled');
          releases.push(() => {
            release();
            site.over(`${clientId} enabled again`);
          });
        }
      },
      end: () => {
        for (const release of releases) release();
      },
    };
  },
});
