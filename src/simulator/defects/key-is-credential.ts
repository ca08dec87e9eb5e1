// Who knows the key of an earlier request is taken for its sender.
import type { Defect } from './defect.js';

export function keyIsCredential(): Defect {
  return {
    id: 'key-is-credential',
    rule: 'auth.key-is-no-credential',
    summary: 'A request without a token is let through when its Idempotency-Key is known.',
    rest: (next) => {
      const senders = new Map<string, string>();
      return (request) => {
        const { authorization, 'idempotency-key': key } = request.headers;
        if (key === undefined) return next(request);
        if (authorization !== undefined) senders.set(key, authorization);
        return next({
          ...request,
          headers: { ...request.headers, authorization: authorization ?? senders.get(key) },
        });
      };
    },
  };
}
