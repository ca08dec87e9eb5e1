// One REST request at a time for each access token: the next is rejected until the one under way has been answered.
import type { Style } from './style.js';

export function oneRequestAtATime(): Style {
  let counted = 0;
  const rejected = (): string =>
    JSON.stringify({
      code: 'RATE_LIMITED',
      message: 'one at a time',
      requestId: `turn-${++counted}`,
      data: { retryAfterSeconds: 1 },
    });
  return {
    id: 'one-request-at-a-time',
    summary: 'While a REST request is under way, others with its access token are rejected for a second.',
    because: 'Quotas are not shown, and a rejection may come at any moment.',
    rest: (next) => {
      const underWay = new Set<string>();
      return async (request) => {
        const token = request.headers['authorization'];
        if (token === undefined) return next(request);
        if (underWay.has(token)) return { status: 429, headers: { 'retry-after': '1' }, body: rejected() };
        underWay.add(token);
        try {
          return await next(request);
        } finally {
          underWay.delete(token);
        }
      };
    },
  };
}
