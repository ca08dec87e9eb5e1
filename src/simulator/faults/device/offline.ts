// The link between a device and the service is down.
import { z } from 'zod';
import { defineFault } from '../fault.js';
import { createOutages } from './outages.js';

export const offline = defineFault({
  type: 'offline',
  group: 'device',
  summary: 'Devices lose their link to the service and get it back when the fault ends.',
  occasion: 'device',
  selects: ['device', 'profile'],
  everywhere: true,
  parameters: z.strictObject({}),
  legality: { legal: true, because: 'Devices may disconnect at any time; the offline event says so.' },
  start: (_, site) =>
    createOutages({ site, grip: site.grips.link, lost: 'link dropped', back: 'link restored' }),
});
