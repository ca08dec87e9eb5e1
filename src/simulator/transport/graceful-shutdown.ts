// Closes a server gracefully: requests under way are answered, replies that have been written can still be read,
// WebSockets are closed with 1001, and all sockets are gone at the end.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ServerParts } from './server-parts.js';
import type { Sockets } from './sockets.js';
import type { Upgrader } from './websocket/upgrade.js';

export interface GracefulShutdown {
  /** True from the call of `close` on; from then on no connection is kept open for another request. */
  isClosing(): boolean;
  /** A response has ended, or its socket has gone. */
  answered(socket: Socket): void;
  close(): Promise<void>;
}

interface GracefulShutdownOptions {
  readonly server: Server;
  readonly sockets: Sockets;
  readonly upgrader: Upgrader;
  readonly parts: Pick<ServerParts, 'inFlight' | 'machine'>;
  /** How long all of it may take, in ms of the machine. */
  readonly drainTime: number;
}

export function createGracefulShutdown(options: GracefulShutdownOptions): GracefulShutdown {
  const { server, sockets, upgrader, parts, drainTime } = options;
  let closed: Promise<void> | undefined;
  // Node would destroy them, and with them what their clients have not read yet.
  server.closeIdleConnections = () => {
    for (const socket of sockets.speaking()) if (sockets.isIdle(socket)) endAfterReading(socket);
  };

  const close = async (): Promise<void> => {
    const freed = new Promise((resolve) => server.close(resolve));
    // Connections on which no request has been sent would otherwise stay open.
    for (const socket of sockets.open) if (socket.bytesRead === 0) socket.destroy();
    const patience = parts.machine.setTimer('closing', drainTime, () => {
      upgrader.cut();
      for (const socket of sockets.open) socket.destroy();
    });
    await Promise.race([parts.inFlight.drain(), freed]);
    await upgrader.close();
    await freed;
    patience.cancel();
    sockets.stop();
  };

  return {
    isClosing: () => closed !== undefined,
    answered: (socket) => {
      sockets.answered(socket);
      // Its head may have left before the service began to close, and promised that the connection stays.
      if (closed && socket.writable && sockets.isIdle(socket)) endAfterReading(socket);
    },
    close: () => (closed ??= close()),
  };
}

/** Ends the connection once the system has taken all that is left to send. */
function endAfterReading(socket: Socket): void {
  // What still arrives is thrown away: unread, it would turn the end of the connection into a reset.
  socket.resume();
  socket.end(() => socket.destroy());
}
