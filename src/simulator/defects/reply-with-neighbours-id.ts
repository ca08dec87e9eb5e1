// With several requests in flight, replies carry each other's requestId.
import { isReply, type Json } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

export function replyWithNeighboursId(): Defect {
  return {
    id: 'reply-with-neighbours-id',
    rule: 'ws.correlation',
    summary: 'A reply carries the requestId of the request that came after its own.',
    session: (next) => (caller, socket) => {
      const waiting: string[] = [];
      const session = next(caller, {
        ...socket,
        send: (text) => {
          const frame = JSON.parse(text) as Json;
          if (!isReply(frame)) {
            socket.send(text);
            return;
          }
          const own = String(frame['requestId']);
          const neighbour = waiting.find((id) => id !== own);
          const answered = neighbour ?? own;
          waiting.splice(waiting.indexOf(answered), 1);
          socket.send(JSON.stringify({ ...frame, requestId: answered }));
        },
      });
      return {
        ...session,
        receive: (text) => {
          const requestId = requestIdOf(text);
          if (requestId !== undefined) waiting.push(requestId);
          session.receive(text);
        },
      };
    },
  };
}

function requestIdOf(text: string): string | undefined {
  return /"requestId":"([^"]+)"/.exec(text)?.[1];
}
