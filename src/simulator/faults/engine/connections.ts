// The open WebSocket connections, each with the faults between its socket and its session.
import type { SessionFactory } from '../../transport/websocket/session.js';
import type { ServiceEvent } from '../../service/event-bus.js';
import { createConnection, type OpenConnection } from './connection.js';
import type { FaultInstance } from './instance.js';

export interface Connections {
  readonly wrap: (next: SessionFactory) => SessionFactory;
  /** Oldest first. */
  open(): readonly OpenConnection[];
  /** The one whose session is being opened at this moment: what subscribes now does so for it. */
  opening(): OpenConnection | undefined;
}

export function createConnections(active: readonly FaultInstance[]): Connections {
  const all = new Set<OpenConnection>();
  let opening: OpenConnection | undefined;
  let numbered = 0;

  const wrap =
    (next: SessionFactory): SessionFactory =>
    (caller, socket) => {
      const { clientId } = caller;
      const connection: OpenConnection = createConnection({
        id: `ws-${++numbered}`,
        clientId,
        socket,
        frame: (text, event) => framed(active, connection, text, event),
      });
      opening = connection;
      const session = next(caller, connection.socket);
      opening = undefined;
      connection.attach(session);
      all.add(connection);
      for (const instance of [...active]) {
        if (instance.selects({ clientId })) instance.act()?.connected?.(connection);
      }
      return {
        ...session,
        receive: connection.receive,
        end: () => {
          all.delete(connection);
          session.end();
        },
      };
    };

  return { wrap, open: () => [...all], opening: () => opening };
}

/** The frame as those faults want it that change frames of events. */
function framed(
  active: readonly FaultInstance[],
  connection: OpenConnection,
  text: string,
  event: ServiceEvent,
): string {
  if (active.length === 0) return text;
  const { clientId } = connection;
  return active.reduce((frame, instance) => {
    const act = instance.act();
    if (!act?.frame || !instance.selects({ clientId, deviceId: event.deviceId, topic: event.topic })) {
      return frame;
    }
    return act.frame(frame, event, connection);
  }, text);
}
