// The WebSocket connections that requests come by.
import type { Decoration } from '../../decoration.js';
import type { Connection, Origin } from '../../service/origin.js';

/** The connection that a request came by; undefined for one over REST. */
export function connectionOf(origin: Origin | undefined): Connection | undefined {
  return origin?.channel === 'ws' ? origin.connection : undefined;
}

interface Watcher {
  begun?(connection: Connection): void;
  /** The connection has ended, cleanly or not. */
  ended?(connection: Connection): void;
}

export function withConnections({ begun, ended }: Watcher): Pick<Decoration, 'session'> {
  return {
    session: (next) => (caller, socket) => {
      const { connection } = caller.origin;
      begun?.(connection);
      const session = next(caller, socket);
      return {
        ...session,
        end: () => {
          session.end();
          ended?.(connection);
        },
      };
    },
  };
}
