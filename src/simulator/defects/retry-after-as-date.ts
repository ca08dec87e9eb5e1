// Retry-After as HTTP allows it, but not this interface: a date instead of seconds.
import type { Defect } from './defect.js';

export function retryAfterAsDate(): Defect {
  return {
    id: 'retry-after-as-date',
    rule: 'refresh.rate-limited-rest',
    summary: 'The Retry-After header of a refused refresh is a date instead of a number of seconds.',
    rest:
      (next, { clock }) =>
      async (request) => {
        const reply = await next(request);
        const seconds = Number(reply.headers['retry-after']);
        if (reply.status !== 429 || Number.isNaN(seconds)) return reply;
        const date = new Date(clock.now() + seconds * 1000).toUTCString();
        return { ...reply, headers: { ...reply.headers, 'retry-after': date } };
      },
  };
}
