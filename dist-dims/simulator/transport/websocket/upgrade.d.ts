import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ServerParts } from '../server-parts.js';
export interface Upgrader {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
    /** Closes all connections with 1001; resolves when they are gone. */
    close(): Promise<void>;
    /** Cuts the connections that are still open, without a closing handshake. */
    cut(): void;
}
export declare function createUpgrader(parts: ServerParts, instance?: string): Upgrader;
