// Replies are told apart well enough while there are few of them.
import { isReply, type Json } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

const MANY = 8;

export function repliesSwappedUnderLoad(): Defect {
  return {
    id: 'replies-swapped-under-load',
    rule: 'ws.correlation',
    summary:
      'With eight or more requests in flight on a connection, replies carry the requestId of another one.',
    session: (next) => (caller, socket) => {
      const waiting: unknown[] = [];
      const session = next(caller, {
        ...socket,
        send: (text) => {
          const frame = JSON.parse(text) as Json;
          const own = frame['requestId'];
          if (!isReply(frame) || !waiting.includes(own)) {
            socket.send(text);
            return;
          }
          const answered = waiting.length < MANY ? own : waiting.find((id) => id !== own);
          waiting.splice(waiting.indexOf(answered), 1);
          socket.send(JSON.stringify({ ...frame, requestId: answered }));
        },
      });
      return {
        ...session,
        receive: (text) => {
          const requestId = /"requestId":"([^"]+)"/.exec(text)?.[1];
          if (requestId !== undefined) waiting.push(requestId);
          session.receive(text);
        },
      };
    },
  };
}
