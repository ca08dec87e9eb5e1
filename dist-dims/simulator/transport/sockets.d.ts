import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../kernel/clock.js';
import type { SocketLimits } from '../limits/limits.js';
/** For the metrics. */
export interface SocketCounts {
    open: number;
    /** Not let in, or cut off for a limit. */
    dropped: number;
}
export interface Sockets {
    readonly open: ReadonlySet<Socket>;
    /** Those on which bytes can be read: after the handshake with TLS. Not those of WebSockets. */
    speaking(): Iterable<Socket>;
    /** The socket now belongs to a WebSocket. */
    upgraded(socket: Socket): void;
    /** Counts a request that has arrived; false when the socket has too many unanswered and is cut off. */
    asked(socket: Socket): boolean;
    /** The request has been answered, or its socket has gone. */
    answered(socket: Socket): void;
    /** No request of it is being answered. */
    isIdle(socket: Socket): boolean;
    /** Ends the watch over those that are not read. */
    stop(): void;
}
/** @param beginning the event of a connection on which bytes can be read: after the handshake with TLS. */
export declare function watchSockets(server: Server, beginning: 'connection' | 'secureConnection', limits: SocketLimits, machine: Clock, counts: SocketCounts): Sockets;
/** Who has one address of IPv6 has a whole /64 network of them. */
export declare function networkOf(address: string): string;
