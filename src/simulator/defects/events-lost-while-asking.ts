// A connection that waits for a reply is not told of anything else.
import { isReply, type Json } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

export function eventsLostWhileAsking(): Defect {
  return {
    id: 'events-lost-while-asking',
    rule: 'events.every-connection',
    summary: 'An event is not delivered to a connection that has a request under way.',
    session: (next) => (caller, socket) => {
      const asked = new Set<unknown>();
      const session = next(caller, {
        ...socket,
        send: (text) => {
          const frame = JSON.parse(text) as Json;
          if (isReply(frame)) asked.delete(frame['requestId']);
          else if (asked.size > 0) return;
          socket.send(text);
        },
      });
      return {
        ...session,
        receive: (text) => {
          const requestId = /"requestId":"([^"]+)"/.exec(text)?.[1];
          if (requestId !== undefined) asked.add(requestId);
          session.receive(text);
        },
      };
    },
  };
}
