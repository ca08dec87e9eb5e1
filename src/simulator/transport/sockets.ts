// The sockets of a server: how many there may be, how much each may ask at once, and which are cut off because nobody
// reads at the other end.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../kernel/clock.js';
import type { SocketLimits } from '../limits/limits.js';
import { isLoopback } from './network.js';

/** For the metrics. */
export interface SocketCounts {
  open: number;
  /** Ever let in. */
  total: number;
  /** Not let in, or cut off for a limit. */
  dropped: number;
}

export type Sockets = ReturnType<typeof watchSockets>;

interface Sight {
  underWay: number;
  upgraded: boolean;
  /** What shows whether anything has left since the last look. */
  mark: number;
  /** Machine time in ms since when nothing has left. */
  since: number;
}

/** @param beginning the event of a connection on which bytes can be read: after the handshake with TLS. */
export function watchSockets(
  server: Server,
  beginning: 'connection' | 'secureConnection',
  limits: SocketLimits,
  machine: Clock,
  counts: SocketCounts,
) {
  const sights = new Map<Socket, Sight>();
  const open = new Set<Socket>();
  const enter = createAddressBook(limits);
  server.maxConnections = limits.maxSockets;
  server.on('drop', () => void counts.dropped++);

  const drop = (socket: Socket): void => {
    if (socket.destroyed) return;
    counts.dropped++;
    socket.destroy();
  };
  server.on('connection', (socket: Socket) => {
    // A declined upgrade begins the same connection again.
    if (open.has(socket)) return;
    const leave = enter(socket.remoteAddress ?? '');
    if (!leave) return drop(socket);
    socket.on('error', passOver);
    open.add(socket);
    counts.open++;
    counts.total++;
    socket.once('close', () => {
      open.delete(socket);
      counts.open--;
      leave();
    });
  });
  server.on(beginning, (socket: Socket) => {
    if (sights.has(socket) || socket.destroyed) return;
    socket.on('error', passOver);
    sights.set(socket, { underWay: 0, upgraded: false, mark: 0, since: machine.now() });
    socket.once('close', () => sights.delete(socket));
  });
  const watch = watchUnread(sights, limits, machine, drop);

  return {
    open: open as ReadonlySet<Socket>,
    /** Those on which bytes can be read: after the handshake with TLS. Not those of WebSockets. */
    *speaking(): Iterable<Socket> {
      for (const [socket, { upgraded }] of sights) if (!upgraded) yield socket;
    },
    /** The socket now belongs to a WebSocket. */
    upgraded: (socket: Socket): void => {
      const sight = sights.get(socket);
      if (sight) sight.upgraded = true;
    },
    ...askedOf(sights, limits, drop),
    /** Ends the watch over those that are not read. */
    stop: watch.stop,
  };
}

/** Which requests of sockets have not been answered. */
function askedOf(sights: ReadonlyMap<Socket, Sight>, limits: SocketLimits, drop: (socket: Socket) => void) {
  return {
    /** Counts a request that has arrived; false when the socket has too many unanswered and is cut off. */
    asked: (socket: Socket): boolean => {
      const sight = sights.get(socket);
      if (!sight) return true;
      if (sight.underWay >= limits.maxPipelined) {
        drop(socket);
        return false;
      }
      sight.underWay++;
      return true;
    },
    /** The request has been answered, or its socket has gone. */
    answered: (socket: Socket): void => {
      const sight = sights.get(socket);
      if (sight) sight.underWay--;
    },
    /** No request of it is being answered. */
    isIdle: (socket: Socket): boolean => (sights.get(socket)?.underWay ?? 0) === 0,
  };
}

/** A connection that breaks has ended; where nobody listens to its error, Node would end the process. */
function passOver(this: Socket): void {
  this.destroy();
}

/** Lets a socket of an address in; gives the way to count it out, or undefined where there are too many. */
function createAddressBook(limits: SocketLimits): (address: string) => (() => void) | undefined {
  const counts = new Map<string, number>();
  return (address) => {
    const name = networkOf(address);
    const count = counts.get(name) ?? 0;
    const most = isLoopback(name) ? limits.maxSocketsPerLoopback : limits.maxSocketsPerAddress;
    if (count >= most) return undefined;
    counts.set(name, count + 1);
    return () => {
      const left = (counts.get(name) ?? 0) - 1;
      if (left > 0) counts.set(name, left);
      else counts.delete(name);
    };
  };
}

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Who has one address of IPv6 has a whole /64 network of them. */
export function networkOf(address: string): string {
  const ipv4 = MAPPED_IPV4.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  if (!address.includes(':') || address === '::1') return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - last.length }, () => '0');
  return [...groups, ...zeros, ...last].slice(0, 4).join(':');
}

/** Looks from time to time at what waits to be read. */
function watchUnread(
  sights: ReadonlyMap<Socket, Sight>,
  limits: SocketLimits,
  machine: Clock,
  drop: (socket: Socket) => void,
): { stop(): void } {
  const look = (): void => {
    let unread = 0;
    for (const [socket, sight] of sights) {
      unread += socket.writableLength;
      const mark = socket.bytesWritten - queued(socket);
      if (socket.writableLength === 0 || mark !== sight.mark) {
        sight.mark = mark;
        sight.since = machine.now();
      } else if (machine.now() - sight.since >= limits.stallTimeout) drop(socket);
    }
    if (unread > limits.maxUnread) dropLargest([...sights.keys()], unread - limits.maxUnread, drop);
    timer = machine.setTimer('unread replies', limits.connectionsCheckingInterval, look);
  };
  let timer = machine.setTimer('unread replies', limits.connectionsCheckingInterval, look);
  return { stop: () => timer.cancel() };
}

/** Bytes that the system has not taken yet; Node itself decides by them whether a write goes on. */
function queued(socket: Socket): number {
  return (socket as { _handle?: { writeQueueSize?: number } | null })._handle?.writeQueueSize ?? 0;
}

function dropLargest(sockets: Socket[], excess: number, drop: (socket: Socket) => void): void {
  let left = excess;
  for (const socket of sockets.toSorted((a, b) => b.writableLength - a.writableLength)) {
    if (left <= 0) return;
    left -= socket.writableLength;
    drop(socket);
  }
}
