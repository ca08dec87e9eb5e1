// Changes which texts a session gets from its connection and which of its texts leave, without reading them as JSON.
import type { Decoration, DecorationContext } from '../../decoration.js';
import type { SessionSocket } from '../../transport/websocket/session.js';

/** What is done with a text instead of passing it on. It is lost when `pass` is not called. */
type Handler = (text: string, pass: () => void, socket: SessionSocket) => void;

/** @param start called once for each connection; what it returns handles each text that comes on it. */
export function withReceived(start: (context: DecorationContext) => Handler): Pick<Decoration, 'session'> {
  return {
    session: (next, context) => (caller, socket) => {
      const session = next(caller, socket);
      const handle = start(context);
      return { ...session, receive: (text) => handle(text, () => session.receive(text), socket) };
    },
  };
}

/** @param start called once for each connection; what it returns handles each text that is sent on it. */
export function withSent(start: (context: DecorationContext) => Handler): Pick<Decoration, 'session'> {
  return {
    session: (next, context) => (caller, socket) => {
      const handle = start(context);
      return next(caller, {
        ...socket,
        send: (text, onSent) => handle(text, () => socket.send(text, onSent), socket),
      });
    },
  };
}
