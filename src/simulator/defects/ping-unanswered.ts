// session.ping gets no reply.
import type { Defect } from './defect.js';

export function pingUnanswered(): Defect {
  return {
    id: 'ping-unanswered',
    rule: 'ws.ping',
    summary: 'session.ping is read and never answered.',
    session: (next) => (caller, socket) => {
      const session = next(caller, socket);
      return {
        ...session,
        receive: (text) => {
          if (!text.includes('"session.ping"')) session.receive(text);
        },
      };
    },
  };
}
