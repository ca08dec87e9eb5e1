import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
/**
 * Node has already detached the socket from its HTTP parser. To have it parsed again, the request is put back in
 * front of the bytes that follow, without its upgrade headers, and the socket is given to the server once more.
 */
export declare function declineUpgrade(server: Server, beginning: 'connection' | 'secureConnection', request: IncomingMessage, socket: Duplex, head: Buffer): void;
