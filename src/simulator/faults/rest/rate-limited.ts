// The service says 429 although no quota is used up, and keeps the word that it gives with it.
import { z } from 'zod';
import type { RestReply } from '../../transport/rest/message.js';
import { defineFault } from '../fault.js';
import type { Firing } from '../engine/site.js';
import { span } from '../../../document/duration.js';

interface Window {
  readonly endsAt: number;
  readonly firing: Firing;
}

export const rateLimited = defineFault({
  type: 'rate-limited',
  group: 'rest',
  summary: 'REST requests of a client get 429 for a while; whoever waits as announced is served.',
  occasion: 'request',
  selects: ['client', 'route', 'device', 'profile'],
  parameters: z.strictObject({
    retryAfter: span().prefault('3s').describe('How long all that it selects is refused to the client'),
  }),
  legality: {
    legal: true,
    because: 'Quotas are not stated, and the announced wait is true: the next request after it is served.',
  },
  start: ({ retryAfter }, site) => {
    const windows = new Map<string | undefined, Window>();
    const refuse = ({ endsAt, firing }: Window, label: string): RestReply => {
      const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - site.clock.now()) / 1000));
      firing.note(`${label} answered with 429, Retry-After ${retryAfterSeconds}`);
      return site.refusalReply({
        code: 'RATE_LIMITED',
        message: 'Too many requests.',
        retryAfterSeconds,
      });
    };
    return {
      rest: async ({ label, clientId, deviceId }, next) => {
        const known = windows.get(clientId);
        if (known && site.clock.now() < known.endsAt) return refuse(known, label);
        // The first one after a window is served and is no occasion: that is what was announced.
        if (windows.delete(clientId)) return next();
        const firing = site.fire({ what: label, deviceId });
        if (!firing) return next();
        const window = { endsAt: site.clock.now() + retryAfter, firing };
        windows.set(clientId, window);
        return refuse(window, label);
      },
    };
  },
});
