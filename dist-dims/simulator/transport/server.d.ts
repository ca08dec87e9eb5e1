import type { ServerParts } from './server-parts.js';
import { type SocketLimits } from '../limits/limits.js';
import { type Certificate } from './certificate.js';
export interface ListenOptions {
    /** The process of the client that this port is for, for the journal. */
    readonly instance?: string;
    /** Serves HTTPS and WSS. Without it, HTTP is served on loopback only. */
    readonly tls?: Certificate;
    /** Limits of the sockets, in ms of the machine; for tests. */
    readonly sockets?: Partial<SocketLimits>;
}
export interface Listening {
    readonly url: string;
    readonly port: number;
    /**
     * Waits for the requests under way, closes WebSockets with 1001, and frees the port. What has not ended
     * after five seconds is cut off.
     */
    close(): Promise<void>;
}
/**
 * @param port 0 takes a free one.
 * Rejects with a `ListenError`, or with the system's error when the port cannot be had.
 */
export declare function listen(parts: ServerParts, host: string, port: number, options?: ListenOptions): Promise<Listening>;
