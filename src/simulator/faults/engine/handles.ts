// The handles of the open WebSocket connections, made while faults are active.
import type { OpenConnection } from '../../transport/websocket/open-connection.js';
import { type ConnectionHandle, createConnectionHandle } from './connection-handle.js';

export interface Handles {
  /** The handle of this connection. When there is none yet, it is made and its tap is put on the connection. */
  take(opened: OpenConnection): ConnectionHandle;
  /** Undefined for a connection that was closed before the first fault became active. */
  of(connectionId: string): ConnectionHandle | undefined;
  /** Removes the taps from all connections, and forgets the handles. */
  releaseAll(): void;
}

export function createHandles(): Handles {
  const held = new Map<string, { readonly opened: OpenConnection; readonly handle: ConnectionHandle }>();
  return {
    take: (opened) => {
      const { id } = opened.connection;
      const known = held.get(id);
      if (known) return known.handle;
      const { handle, tap } = createConnectionHandle(opened, () => held.delete(id));
      opened.tap = tap;
      held.set(id, { opened, handle });
      return handle;
    },
    of: (connectionId) => held.get(connectionId)?.handle,
    releaseAll: () => {
      for (const { opened } of held.values()) opened.tap = undefined;
      held.clear();
    },
  };
}
