// The supply of a device is cut: once, or as a brown-out that comes again.
import { z } from 'zod';
import { defineFault } from '../fault.js';
import { delay } from '../scalars.js';
import { createOutages } from './outages.js';

export const powerCut = defineFault({
  type: 'power-cut',
  group: 'device',
  summary: 'Devices lose their power; what follows is up to their hold-up and boot times.',
  occasion: 'cut',
  selects: ['device', 'profile'],
  everywhere: true,
  parameters: z
    .strictObject({
      outage: delay().optional().describe('How long a cut lasts; until the fault ends when absent'),
      again: delay().optional().describe('From the end of a cut to the next; only one when absent'),
    })
    .refine(({ outage, again }) => again === undefined || outage !== undefined, {
      error: 'needs `outage`: a cut that does not end cannot come again',
      path: ['again'],
    }),
  legality: { legal: true, because: 'Devices may lose power at any time; the power events say so.' },
  start: ({ outage, again }, site) =>
    createOutages({
      site,
      grip: site.grips.power,
      outage,
      pause: again,
      lost: 'power cut',
      back: 'power restored',
    }),
});
