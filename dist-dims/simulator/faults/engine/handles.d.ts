import type { OpenConnection } from '../../transport/websocket/open-connection.js';
import { type ConnectionHandle } from './connection-handle.js';
export interface Handles {
    /** The handle of this connection. When there is none yet, it is made and its tap is put on the connection. */
    take(opened: OpenConnection): ConnectionHandle;
    /** Undefined for a connection that was closed before the first fault became active. */
    of(connectionId: string): ConnectionHandle | undefined;
    /** Removes the taps from all connections, and forgets the handles. */
    releaseAll(): void;
}
export declare function createHandles(): Handles;
