// A rate-limited request costs the connection.
import type { Defect } from './defect.js';

export function rateLimitClosesConnection(): Defect {
  return {
    id: 'rate-limit-closes-connection',
    rule: 'ws.errors-keep-connection',
    summary: 'The connection is closed after a rate-limited request.',
    session: (next) => (caller, socket) =>
      next(caller, {
        ...socket,
        send: (text) => {
          socket.send(text);
          if (text.includes('"RATE_LIMITED"')) socket.close('normal');
        },
      }),
  };
}
