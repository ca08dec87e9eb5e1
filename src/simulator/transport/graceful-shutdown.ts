// Closes a server in good order: requests under way end, WebSockets hear of it, and nothing is left behind.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ServerParts } from './server-parts.js';
import type { Upgrader } from './websocket/upgrade.js';

export interface GracefulShutdown {
  /** True from the call of `close` on: no connection waits for another request then. */
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
    // Connections that never said a word wait for a request that nobody would answer.
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
