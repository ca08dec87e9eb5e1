// The link of a device is lost and restored repeatedly.
import { z } from 'zod';
import { defineFault } from '../fault.js';
import { delay } from '../scalars.js';
import { createOutages } from './outages.js';

export const flapping = defineFault({
  type: 'flapping',
  group: 'device',
  summary: 'Devices lose their link and get it back, again and again.',
  occasion: 'drop',
  selects: ['device', 'profile'],
  everywhere: true,
  parameters: z.strictObject({
    down: delay().prefault('2s').describe('How long the link is down'),
    up: delay().prefault('5s').describe('How long it is up again before the next drop'),
  }),
  legality: { legal: true, because: 'Devices may connect and disconnect at any time; events say so.' },
  start: ({ down, up }, site) =>
    createOutages({
      site,
      grip: site.grips.link,
      outage: down,
      pause: up,
      lost: 'link dropped',
      back: 'link restored',
    }),
});
