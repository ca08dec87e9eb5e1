// A deployment or a crash of the service: tickets and connections are lost, commands are kept.
import { z } from 'zod';
import type { RestReply } from '../../transport/rest/message.js';
import { formatDuration } from '../../../kernel/duration.js';
import { defineFault } from '../fault.js';
import { reset } from '../rest/reset.js';
import { delay, drawDelay } from '../scalars.js';

export const restart = defineFault({
  type: 'restart',
  group: 'service',
  summary: 'The service restarts: sockets closed, tickets gone, requests fail for a while; commands stay.',
  occasion: 'restart',
  selects: [],
  everywhere: true,
  parameters: z.strictObject({
    code: z
      .union([z.literal(1001), z.literal(1012), z.literal(1006)])
      .default(1012)
      .describe('Close code of the sockets'),
    downtime: delay().prefault('5s').describe('How long requests and connections fail'),
    requests: z
      .enum(['reset', 'internal-error'])
      .default('reset')
      .describe('What becomes of REST requests meanwhile'),
    again: delay().optional().describe('From the end of a downtime to the next restart; once when absent'),
  }),
  legality: {
    legal: true,
    because: 'Deployments and restarts are foreseen; clients reconnect and rebuild their baseline.',
  },
  start: ({ code, downtime, requests, again }, site) => {
    let downUntil = -Infinity;
    let restartedAt = -Infinity;
    const isDown = (): boolean => site.clock.now() < downUntil;

    const strike = (): void => {
      const firing = site.fire({ what: 'the service' });
      const down = drawDelay(downtime, site.random);
      if (firing) {
        restartedAt = site.clock.now();
        downUntil = restartedAt + down;
        site.world.ports.tickets.expireAll();
        const connections = site.connections();
        for (const connection of connections) connection.close({ code, reason: 'the service restarts' });
        firing.note(`${connections.length} sockets closed with ${code}, down for ${formatDuration(down)}`);
      }
      if (again) site.after(down + Math.max(1, drawDelay(again, site.random)), strike);
    };
    const refused = (reply?: RestReply): RestReply =>
      requests === 'reset'
        ? reset(reply)
        : site.refusalReply({ code: 'INTERNAL_ERROR', message: 'The service restarts.' });
    return {
      begin: strike,
      rest: async (_, next) => (isDown() ? refused() : next()),
      // A request that was under way when the service went down gets no answer, though the device may have acted.
      answered: (reply, cameAt) => (cameAt <= restartedAt ? refused(reply) : reply),
      connecting: () => (isDown() ? { code: 'INTERNAL_ERROR', message: 'The service restarts.' } : undefined),
    };
  },
});
