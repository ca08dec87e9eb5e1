// For defects that tie things to the life of a WebSocket connection: which of them is calling right now.
import type { Decoration } from '../decoration.js';

/** One WebSocket connection, from its opening to its end. */
export interface SeenConnection {
  readonly clientId: string;
  /** Clock time in ms. */
  readonly openedAt: number;
  /** Whether the client had another connection before, which is over. */
  readonly isReconnect: boolean;
  ended: boolean;
}

export interface WhichConnection {
  /** Undefined while no connection calls, as during REST requests. */
  current(): SeenConnection | undefined;
  readonly watching: Pick<Decoration, 'session'>;
}

/** @param onEnd hears of each connection that has ended, cleanly or not. */
export function whichConnection(
  onEnd: (connection: SeenConnection) => void = () => undefined,
): WhichConnection {
  let current: SeenConnection | undefined;
  const leavers = new Set<string>();
  return {
    current: () => current,
    watching: {
      session:
        (next, { clock }) =>
        (caller, socket) => {
          const { clientId } = caller;
          const isReconnect = leavers.has(clientId);
          const connection = { clientId, openedAt: clock.now(), isReconnect, ended: false };
          const session = next(caller, socket);
          return {
            receive: (text) => {
              current = connection;
              try {
                session.receive(text);
              } finally {
                current = undefined;
              }
            },
            end: () => {
              session.end();
              connection.ended = true;
              leavers.add(clientId);
              onEnd(connection);
            },
          };
        },
    },
  };
}
