// The open WebSocket connections of a simulator: each is named, and has its session behind its socket. They
// outlive the cloud that they were opened at.
import type { ApiClient } from '../../service/access.js';
import type { Connection } from '../../service/origin.js';
import { callerFrom } from '../../service/service.js';
import type { Origins } from '../origins.js';
import type { TrafficLog } from '../traffic-log.js';
import { CLOSE_CODES } from './close-codes.js';
import type { CloseFrame, Session, SessionFactory, SessionSocket } from './session.js';

/** Opens the session of a client whose ticket has been taken. */
export type OpenSession = (client: ApiClient, socket: SessionSocket) => Session;

export interface Connections {
  /** Of those that neither side has closed. */
  readonly count: number;
  /** Opens connections whose sessions come from `next`. */
  opening(next: SessionFactory): OpenSession;
  /** Closes all of them, as a service does that goes away. */
  closeAll(): void;
}

export function createConnections(origins: Pick<Origins, 'opening'>, traffic?: TrafficLog): Connections {
  const open = new Set<SessionSocket>();

  const opening =
    (next: SessionFactory): OpenSession =>
    (client, socket) => {
      const origin = origins.opening(client.clientId);
      const connection: Connection & { ended: boolean } = origin.connection;
      let closed: CloseFrame | undefined;
      const watched: SessionSocket = {
        ...socket,
        close: (why) => {
          open.delete(watched);
          closed ??= typeof why === 'string' ? CLOSE_CODES[why] : why;
          socket.close(why);
        },
      };
      open.add(watched);
      traffic?.opened(connection);
      const session = next(callerFrom(client, origin), watched);
      return {
        ...session,
        end: () => {
          session.end();
          if (connection.ended) return;
          connection.ended = true;
          open.delete(watched);
          traffic?.closed(connection, closed);
        },
      };
    };

  return {
    get count() {
      return open.size;
    },
    opening,
    closeAll: () => {
      for (const socket of [...open]) socket.close('goingAway');
    },
  };
}
