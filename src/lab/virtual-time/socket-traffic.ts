// What is under way between the sockets of this process: bytes that one end has written and the other has not read, and
// ends that the other has not seen. Sockets whose other end is another process are not watched: time is virtual only
// where both ends are here.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { SocketsInView } from '../../kernel/virtual-clock.js';

export interface SocketTraffic extends SocketsInView {
  /** Ends the watch. */
  dispose(): void;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/** Looks after which an end that has found no other is taken for one of another process. */
const LOOKS_ALONE = 10_000;

/** Watches the sockets that are opened from now on. The two ends of a connection are known by their ports. */
export function watchSocketTraffic(): SocketTraffic {
  const pairs = new Set<Pair>();
  const connecting = new Set<Socket>();
  /** Ends that wait for their other end, and for how many looks they have. */
  const alone = new Map<string, { readonly socket: Socket; readonly isServer: boolean; looks: number }>();
  /** Bytes of connections that are over, and of ends. */
  let past = 0;

  const forget = (pair: Pair): void => {
    const { client, server } = pair;
    past += 1 + bytesOf(client) + bytesOf(server);
    pairs.delete(pair);
  };
  const meet = (socket: Socket, key: string, isServer: boolean): void => {
    const other = alone.get(key);
    if (!other || other.isServer === isServer) {
      alone.set(key, { socket, isServer, looks: 0 });
      socket.once('close', () => alone.get(key)?.socket === socket && alone.delete(key));
      return;
    }
    alone.delete(key);
    const pair = isServer
      ? { client: other.socket, server: socket }
      : { client: socket, server: other.socket };
    pairs.add(pair);
    const closed = (): void => {
      past++;
      if (pair.client.closed && pair.server.closed) forget(pair);
    };
    for (const end of [pair.client, pair.server]) end.once('close', closed);
  };
  const onClient = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    connecting.add(socket);
    socket.once('connect', () => {
      connecting.delete(socket);
      meet(socket, `${socket.localPort}-${socket.remotePort}`, false);
    });
    socket.once('close', () => connecting.delete(socket));
  };
  const onServer = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    meet(socket, `${socket.remotePort}-${socket.localPort}`, true);
  };
  subscribe('net.client.socket', onClient);
  subscribe('net.server.socket', onServer);

  return {
    look: () => {
      for (const [key, end] of alone) if (++end.looks > LOOKS_ALONE) alone.delete(key);
      let mark = past;
      let quiet = connecting.size === 0 && alone.size === 0;
      for (const { client, server } of pairs) {
        mark += bytesOf(client) + bytesOf(server);
        quiet &&= isThrough(client, server) && isThrough(server, client);
      }
      return { mark, quiet };
    },
    dispose: () => {
      unsubscribe('net.client.socket', onClient);
      unsubscribe('net.server.socket', onServer);
    },
  };
}

function bytesOf({ bytesRead, bytesWritten }: Socket): number {
  return bytesRead + bytesWritten;
}

/** All that was written has been read, and the end has been seen. */
function isThrough(from: Socket, to: Socket): boolean {
  if (to.destroyed) return to.closed;
  if (from.destroyed) return false;
  return from.bytesWritten === to.bytesRead && (!from.writableEnded || to.readableEnded);
}
