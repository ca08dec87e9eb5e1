// One WebSocket connection as faults see it: between its socket and its session, where frames can be held,
// lost or added.
import { createBoundedQueue } from '../../../kernel/bounded-queue.js';
import type { ServiceEvent } from '../../service/event-bus.js';
import type { CloseFrame, Session, SessionSocket } from '../../transport/websocket/session.js';

export interface Connection {
  readonly id: string;
  readonly clientId: string;
  /** Sends a frame that no other fault changes. */
  inject(text: string): void;
  close(frame: CloseFrame): void;
  /** Keeps frames of both directions back; returns the way to let them go, in order. */
  hold(): () => void;
  /** Loses frames of both directions while the socket stays open; returns the way to cut it at last. */
  sever(): () => void;
}

/** A connection with its inner side. */
export interface OpenConnection extends Connection {
  /** What the session takes for its socket. */
  readonly socket: SessionSocket;
  /** The event that the session is being told of: the frame that it sends now is this event's. */
  delivering: ServiceEvent | undefined;
  attach(session: Session): void;
  receive(text: string): void;
}

export interface ConnectionOptions {
  readonly id: string;
  readonly clientId: string;
  readonly socket: SessionSocket;
  /** Last changes to a frame of an event. */
  readonly frame: (text: string, event: ServiceEvent) => string;
}

/** Frames of one direction that are kept back at most; a connection with more is closed. */
const MOST_HELD = 1000;

/** No close frame: the connection breaks. */
const ABNORMAL: CloseFrame = { code: 1006, reason: '' };

export function createConnection({ id, clientId, socket, frame }: ConnectionOptions): OpenConnection {
  const outgoing = createBoundedQueue<() => void>(MOST_HELD);
  const incoming = createBoundedQueue<() => void>(MOST_HELD);
  let heldBytes = 0;
  let holds = 0;
  let severed = 0;
  let session: Session | undefined;

  const pass = (queue: typeof outgoing, act: () => void, bytes = 0): void => {
    if (severed > 0) return;
    if (holds === 0) act();
    else if (queue.push(act)) heldBytes += bytes;
    else socket.close('tooSlow');
  };
  const release = (queue: typeof outgoing): void => {
    for (let act = queue.shift(); act && holds === 0; act = queue.shift()) act();
  };
  const forget = (): void => {
    outgoing.clear();
    incoming.clear();
    heldBytes = 0;
  };
  const send = (text: string): void =>
    holds + severed === 0 ? socket.send(text) : pass(outgoing, () => socket.send(text), text.length);

  const connection: OpenConnection = {
    id,
    clientId,
    delivering: undefined,
    inject: send,
    close: (why) => pass(outgoing, () => socket.close(why)),
    hold: () => {
      holds++;
      return once(() => {
        holds--;
        if (holds > 0) return;
        heldBytes = 0;
        release(outgoing);
        release(incoming);
      });
    },
    sever: () => {
      severed++;
      forget();
      socket.setReading?.(false);
      return once(() => {
        severed--;
        if (severed > 0) return;
        // What was lost cannot be made up for, so the connection cannot go on.
        socket.setReading?.(true);
        socket.close(ABNORMAL);
      });
    },
    socket: {
      ...socket,
      send: (text) => send(connection.delivering ? frame(text, connection.delivering) : text),
      // Whoever gives up a severed connection does so alone: the other side hears nothing of it.
      close: (why) => (severed > 0 ? session?.end() : pass(outgoing, () => socket.close(why))),
      backlog: () => socket.backlog() + heldBytes,
    },
    attach: (opened) => {
      session = opened;
    },
    receive: (text) => pass(incoming, () => session?.receive(text)),
  };
  return connection;
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    act();
  };
}
