// What faults can do to the open WebSocket connections: frames between a socket and its session can be held, dropped or
// added. Each connection has a handle while faults are active.
import { createBoundedQueue } from '../../../kernel/bounded-queue.js';
import type { SentEvent } from '../../transport/traffic-log.js';
import type { CloseFrame, ConnectionTap, OpenConnection } from '../../transport/websocket/session.js';

export type ConnectionHandle = ReturnType<typeof createConnectionHandle>['handle'];

/** Frames of one direction that are kept back at most; a connection with more is closed. */
const MOST_HELD = 1000;

/** No close frame: the connection breaks. */
const ABNORMAL: CloseFrame = { code: 1006, reason: '' };

/** @param onEnd the connection has ended. */
function createConnectionHandle(opened: OpenConnection, onEnd: () => void) {
  const { connection, socket } = opened;
  const outgoing = createBoundedQueue<() => void>(MOST_HELD);
  const incoming = createBoundedQueue<() => void>(MOST_HELD);
  let heldBytes = 0;
  let holds = 0;
  let severed = 0;

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
  const send = (text: string, onSent?: () => void): void =>
    pass(outgoing, () => socket.send(text, onSent), text.length);

  const handle = {
    id: connection.id,
    clientId: connection.clientId,
    /** Sends the frame of an event that no other fault changes. */
    inject: (text: string, event: SentEvent): void => {
      opened.toldOf(event, 'topic');
      send(text);
    },
    close: (why: CloseFrame): void => pass(outgoing, () => socket.close(why)),
    /** Keeps frames of both directions back; returns the way to let them go, in order. */
    hold: (): (() => void) => {
      holds++;
      return once(() => {
        holds--;
        if (holds > 0) return;
        heldBytes = 0;
        release(outgoing);
        release(incoming);
      });
    },
    /** Loses frames of both directions while the socket stays open; returns the way to cut it at last. */
    sever: (): (() => void) => {
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
  };
  const tap: ConnectionTap = {
    send,
    // A session that gives up a severed connection ends alone: the other side learns nothing of it.
    close: (why) => (severed > 0 ? opened.session?.end() : pass(outgoing, () => socket.close(why))),
    backlog: () => socket.backlog() + heldBytes,
    receive: (text) => pass(incoming, () => opened.session?.receive(text)),
    ended: onEnd,
  };
  return { handle, tap };
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    act();
  };
}

export type Handles = ReturnType<typeof createHandles>;

export function createHandles() {
  const held = new Map<string, { readonly opened: OpenConnection; readonly handle: ConnectionHandle }>();
  return {
    /** The handle of this connection. When there is none yet, it is made and its tap is put on the connection. */
    take: (opened: OpenConnection): ConnectionHandle => {
      const { id } = opened.connection;
      const known = held.get(id);
      if (known) return known.handle;
      const { handle, tap } = createConnectionHandle(opened, () => held.delete(id));
      opened.tap = tap;
      held.set(id, { opened, handle });
      return handle;
    },
    /** False for a connection that was closed before the first fault became active. */
    has: (connectionId: string): boolean => held.has(connectionId),
    /** Removes the taps from all connections, and forgets the handles. */
    releaseAll: (): void => {
      for (const { opened } of held.values()) opened.tap = undefined;
      held.clear();
    },
  };
}
