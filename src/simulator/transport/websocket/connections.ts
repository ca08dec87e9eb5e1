// The open WebSocket connections: gives each its name and its session, and reports when it opens and closes. One
// table serves all clouds that a reset puts behind the same sockets.
import type { ApiClient } from '../../service/access.js';
import type { Connection, Upgrade } from '../../service/origin.js';
import { callerFrom } from '../../service/service.js';
import type { Places } from '../../edge/edge.js';
import type { Place } from '../../edge/edges.js';
import type { Origins, TrafficLog } from '../traffic-log.js';
import {
  CLOSE_CODES,
  type CloseFrame,
  type OpenConnection,
  type Session,
  type SessionSocket,
} from './session.js';

/** Opens the session of a client whose ticket has been taken. */
export type OpenSession = (client: ApiClient, socket: SessionSocket, upgrade?: Upgrade) => Session;

export type Connections = ReturnType<typeof createConnections>;

export function createConnections(origins: Pick<Origins, 'opening'>, traffic?: TrafficLog) {
  const open = new Set<OpenConnection>();
  const counts = new Map<string, number>();
  const count = (clientId: string, change: 1 | -1): void =>
    void counts.set(clientId, (counts.get(clientId) ?? 0) + change);

  const opening =
    (next: Place<Places['opening']>): OpenSession =>
    (client, socket, upgrade) => {
      const origin = origins.opening(client.clientId);
      const connection: Connection & { ended: boolean } = origin.connection;
      let closed: CloseFrame | undefined;
      const close: SessionSocket['close'] = (why) => {
        open.delete(opened);
        closed ??= typeof why === 'string' ? CLOSE_CODES[why] : why;
        socket.close(why);
      };
      const opened: OpenConnection = {
        connection,
        socket: { ...socket, close },
        session: undefined,
        tap: undefined,
        toldOf: (event, odd) => traffic?.sent(connection, event, odd),
      };
      open.add(opened);
      count(client.clientId, 1);
      traffic?.opened(connection, upgrade);
      const session = next.now(opened, callerFrom(client, origin));
      return {
        receive: (text) => (opened.tap ? opened.tap.receive(text) : session.receive(text)),
        end: () => {
          session.end();
          if (connection.ended) return;
          connection.ended = true;
          count(client.clientId, -1);
          open.delete(opened);
          opened.tap?.ended();
          traffic?.closed(connection, closed);
        },
      };
    };

  return {
    /** Oldest first, without those that the service has begun to close. */
    open: (): readonly OpenConnection[] => [...open],
    get count() {
      return open.size;
    },
    countOf: (clientId: string): number => counts.get(clientId) ?? 0,
    /** Opens connections whose sessions come from `next`. */
    opening,
    /** Closes all of them with 1001. */
    closeAll: (): void => {
      for (const { socket } of [...open]) socket.close('goingAway');
    },
  };
}

/** The socket that the session is given: it sends through the tap while there is one. */
export function innerSocket(opened: OpenConnection): SessionSocket {
  const { socket } = opened;
  return {
    ...socket,
    send: (text, onSent) => (opened.tap ? opened.tap.send(text, onSent) : socket.send(text, onSent)),
    close: (why) => (opened.tap ? opened.tap.close(why) : socket.close(why)),
    backlog: () => (opened.tap ? opened.tap.backlog() : socket.backlog()),
  };
}

// Counts the requests under way on all WebSocket connections, so that a graceful shutdown can wait for them.

export type InFlight = ReturnType<typeof createInFlight>;

export function createInFlight() {
  let count = 0;
  let draining = false;
  const waiting = new Set<() => void>();

  const leave = (): void => {
    count--;
    if (count > 0 || !draining) return;
    for (const resolve of waiting) resolve();
    waiting.clear();
  };

  return {
    /** Counts one more and returns the function that counts it out; undefined once `drain` has been called. */
    enter: (): (() => void) | undefined => {
      if (draining) return undefined;
      count++;
      return leave;
    },
    /** Lets no more in; resolves when none is under way. */
    drain: async (): Promise<void> => {
      draining = true;
      if (count > 0) await new Promise<void>((resolve) => waiting.add(resolve));
    },
    get count() {
      return count;
    },
  };
}
