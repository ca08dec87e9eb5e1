// The sockets of a service in this process whose other ends are in processes of clients: what is on its way between both.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { settled } from '../../kernel/host-time.js';
import type { ReportedSocket } from './message.js';

/** Turns of this process's loop in a row in which the service does nothing. */
const QUIET_TURNS = 3;

export function createServiceView() {
  const sockets = new Map<string, Socket>();
  const changes = createChanges(sockets);
  let past = 0;
  const onServer = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    if (socket.remotePort === undefined) return;
    const ports = `${socket.remotePort}-${socket.localPort}`;
    sockets.set(ports, socket);
    past++;
    socket.once('close', () => {
      past += 1 + bytesOf(socket);
      if (sockets.get(ports) !== socket) return;
      sockets.delete(ports);
      changes.closed(ports);
    });
  };
  subscribe('net.server.socket', onServer);
  const mark = (): number => {
    let sum = past;
    for (const socket of sockets.values()) sum += bytesOf(socket);
    return sum;
  };
  /** Of those that the processes have told of. */
  const claimed = new WeakSet<Socket>();
  const unread = createUnread();
  return {
    settled: async (): Promise<void> => {
      let before = mark();
      for (let turns = 0; turns < QUIET_TURNS; turns++) {
        await settled();
        const now = mark();
        if (now !== before) turns = 0;
        before = now;
      }
    },
    changed: changes.sinceLast,
    /** All that the processes and the service have written to each other has been read. @param ends of the processes. */
    isThrough: (ends: readonly ReportedSocket[]): boolean => {
      unread.look();
      const alive = new Set(ends.map(({ ports }) => ports));
      const ofProcesses = ends.map(({ ports, bytesRead, bytesWritten, ended, waits }) => {
        const socket = sockets.get(ports);
        if (socket) claimed.add(socket);
        const isServed = socket
          ? socket.bytesRead === bytesWritten && (!ended || socket.readableEnded)
          : !waits;
        const is = isServed && (!waits || socket?.bytesWritten === bytesRead);
        return unread.isRead(ports, JSON.stringify([bytesRead, bytesWritten, socket && bytesOf(socket)]), is);
      });
      const ofService = [...sockets].map(([ports, socket]) => {
        const is = alive.has(ports) || !claimed.has(socket) || socket.readableEnded;
        return unread.isRead(ports, String(bytesOf(socket)), is);
      });
      return [...ofProcesses, ...ofService].every(Boolean);
    },
    /** What is not through holds up nobody any more until something of it changes. */
    giveUp: unread.giveUp,
    dispose: (): void => void unsubscribe('net.server.socket', onServer),
  };
}

/** The connections of which something has changed since it was last asked. */
function createChanges(sockets: ReadonlyMap<string, Socket>) {
  const seen = new Map<string, number>();
  const closed = new Set<string>();
  return {
    closed: (ports: string): void => void closed.add(ports),
    sinceLast: (): ReadonlySet<string> => {
      const changed = new Set(closed);
      for (const ports of closed) seen.delete(ports);
      closed.clear();
      for (const [ports, socket] of sockets) {
        const bytes = bytesOf(socket);
        if (seen.get(ports) !== bytes) changed.add(ports);
        seen.set(ports, bytes);
      }
      return changed;
    },
  };
}

/** Bytes that nobody reads, as they stood when that was found. */
function createUnread() {
  const given = new Map<string, string>();
  const stuck = new Map<string, string>();
  return {
    look: (): void => stuck.clear(),
    isRead: (ports: string, state: string, is: boolean): boolean => {
      if (is || given.get(ports) === state) return true;
      stuck.set(ports, state);
      return false;
    },
    giveUp: (): void => stuck.forEach((state, ports) => given.set(ports, state)),
  };
}

const bytesOf = ({ bytesRead, bytesWritten }: Socket): number => bytesRead + bytesWritten;
