import type { Server } from 'node:http';
import type { ServerParts } from './server-parts.js';
import type { Sockets } from './sockets.js';
import type { Upgrader } from './websocket/upgrade.js';
export interface GracefulShutdown {
    /** True from the call of `close` on; from then on no connection is kept open for another request. */
    isClosing(): boolean;
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
export declare function createGracefulShutdown(options: GracefulShutdownOptions): GracefulShutdown;
export {};
