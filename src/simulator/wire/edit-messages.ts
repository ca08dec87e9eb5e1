// For what changes the JSON that leaves, REST replies or WebSocket frames: defects and styles.
import { isObject } from '../../kernel/json.js';
import type { Decoration } from '../decoration.js';
import type { RestReply, RestRequest } from '../transport/rest/message.js';

export type Json = Record<string, unknown>;

/** Changes the replies of REST requests for which `edit` returns something else than undefined. */
export function editReplies(
  edit: (body: Json, reply: RestReply, request: RestRequest) => Partial<RestReply> | Json | undefined,
): Pick<Decoration, 'rest'> {
  return {
    rest: (next) => async (request) => {
      const reply = await next(request);
      const edited = edit(JSON.parse(String(reply.body)) as Json, reply, request);
      if (edited === undefined) return reply;
      return isReplyChange(edited) ? { ...reply, ...edited } : { ...reply, body: JSON.stringify(edited) };
    },
  };
}

function isReplyChange(edited: Partial<RestReply> | Json): edited is Partial<RestReply> {
  return 'status' in edited || 'headers' in edited || typeof edited['body'] === 'string';
}

/** Changes outgoing frames: a frame instead, `null` for none at all, undefined to leave it as it is. */
export function editFrames(edit: (frame: Json) => Json | null | undefined): Pick<Decoration, 'session'> {
  return {
    session: (next) => (caller, socket) =>
      next(caller, {
        ...socket,
        send: (text, onSent) => {
          const edited = edit(JSON.parse(text) as Json);
          if (edited === undefined) socket.send(text, onSent);
          else if (edited !== null) socket.send(JSON.stringify(edited), onSent);
        },
      }),
  };
}

/** True for frames that reply to a request. */
export function isReply(frame: Json): boolean {
  return frame['type'] === 'reply';
}

/** `data` of a reply as an object; an empty one where there is none. */
export function dataOf(message: Json): Json {
  const data = message['data'];
  return isObject(data) ? data : {};
}
