// Changes what is sent on a WebSocket connection, in view of the requests that came on it.
import type { Decoration } from '../../decoration.js';
import type { Json } from '../../wire/edit-messages.js';

export interface Conversation {
  /** A request has arrived. */
  asked(requestId: string): void;
  /** The frame that is sent instead: `null` for none at all, undefined to leave it as it is. */
  edit(frame: Json): Json | null | undefined;
}

/** Requests that came together are under way together: the service itself answers most of them one by one. */
async function later(act: () => void): Promise<void> {
  await Promise.resolve();
  act();
}

/** @param start called once for each connection. */
export function withConversations(start: () => Conversation): Pick<Decoration, 'session'> {
  return {
    session: (next) => (caller, socket) => {
      const conversation = start();
      const session = next(caller, {
        ...socket,
        send: (text, onSent) => {
          const edited = conversation.edit(JSON.parse(text) as Json);
          if (edited === undefined) socket.send(text, onSent);
          else if (edited !== null) socket.send(JSON.stringify(edited), onSent);
        },
      });
      return {
        ...session,
        receive: (text) => {
          const requestId = /"requestId":"([^"]+)"/.exec(text)?.[1];
          if (requestId !== undefined) conversation.asked(requestId);
          later(() => session.receive(text)).catch(() => socket.close('failed'));
        },
      };
    },
  };
}
