// Closes a server gracefully: requests under way are answered, WebSockets are closed with 1001, and all sockets
// are gone at the end.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ServerParts } from './server-parts.js';
import type { Upgrader } from './websocket/upgrade.js';

export interface GracefulShutdown {
  /** True from the call of `close` on; from then on no connection is kept open for another request. */
  isClosing(): boolean;
  close(): Promise<void>;
}

interface GracefulShutdownOptions {
  readonly server: Server;
  readonly upgrader: Upgrader;
  readonly parts: Pick<ServerParts, 'inFlight' | 'machine'>;
  /** How long all of it may take, in ms of the machine. */
  readonly drainTime: number;
}

export function createGracefulShutdown({
  server,
  upgrader,
  parts,
  drainTime,
}: GracefulShutdownOptions): GracefulShutdown {
  const sockets = new Set<Socket>();
  let closed: Promise<void> | undefined;

  server.on('connection', (socket: Socket) => {
    if (sockets.has(socket)) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  const close = async (): Promise<void> => {
    const freed = new Promise((resolve) => server.close(resolve));
    // Connections on which no request has been sent would otherwise stay open.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    const patience = parts.machine.setTimer('closing', drainTime, () => {
      upgrader.cut();
      for (const socket of sockets) socket.destroy();
    });
    await Promise.race([parts.inFlight.drain(), freed]);
    await upgrader.close();
    await freed;
    patience.cancel();
  };

  return {
    isClosing: () => closed !== undefined,
    close: () => (closed ??= close()),
  };
}
