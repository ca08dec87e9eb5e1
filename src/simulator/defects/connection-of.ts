// For defects that tie things to a WebSocket connection.
import type { Decoration } from '../decoration.js';
import type { Connection, Origin } from '../service/origin.js';

/** The connection that a request came by; undefined for one over REST. */
export function connectionOf(origin: Origin | undefined): Connection | undefined {
  return origin?.channel === 'ws' ? origin.connection : undefined;
}

/** @param hear of each connection that has ended, cleanly or not. */
export function atConnectionEnd(hear: (connection: Connection) => void): Pick<Decoration, 'session'> {
  return {
    session: (next) => (caller, socket) => {
      const session = next(caller, socket);
      return {
        ...session,
        end: () => {
          session.end();
          hear(caller.origin.connection);
        },
      };
    },
  };
}
