// Bytes on the line that no peripheral has sent.
import { z } from 'zod';
import { toHex } from '../../../kernel/hex.js';
import { defineFault } from '../fault.js';
import { delay, drawDelay } from '../scalars.js';

export const noise = defineFault({
  type: 'rs485-noise',
  group: 'rs485',
  summary: 'Bytes that nobody sent appear on the RS485 line; they may collide with what was sent.',
  occasion: 'burst',
  selects: ['device', 'profile'],
  everywhere: true,
  parameters: z.strictObject({
    every: delay().prefault({ from: '500ms', to: '5s' }).describe('From one burst to the next'),
    bytes: z.int().min(1).max(256).default(4).describe('How many bytes a burst has at most'),
  }),
  legality: {
    legal: false,
    because:
      'Noise that comes while a transceive waits is taken for the answer, and the answer for an event.',
    breaks: ['rs485.transceive', 'events.not-for-solicited'],
  },
  start: ({ every, bytes }, site) => {
    const burst = (deviceId: string): void => {
      const device = site.world.fleet.get(deviceId);
      const firing = device?.channels.rs485
        ? site.fire({ what: `line of ${deviceId}`, deviceId })
        : undefined;
      if (device && firing) {
        const length = site.random.integer(1, bytes);
        const data = toHex(Array.from({ length }, () => site.random.integer(0, 255)));
        device.stimuli.injectRs485(data);
        firing.note(`noise ${data}`);
      }
      wait(deviceId);
    };
    const wait = (deviceId: string): void =>
      site.after(Math.max(1, drawDelay(every, site.random)), () => burst(deviceId));
    return {
      begin: () => {
        for (const { deviceId } of site.devices()) wait(deviceId);
      },
    };
  },
});
