import type { SentEvent } from '../../transport/traffic-log.js';
import type { ConnectionTap, OpenConnection } from '../../transport/websocket/open-connection.js';
import type { CloseFrame } from '../../transport/websocket/session.js';
export interface ConnectionHandle {
    readonly id: string;
    readonly clientId: string;
    /** Sends the frame of an event that no other fault changes. */
    inject(text: string, event: SentEvent): void;
    close(frame: CloseFrame): void;
    /** Keeps frames of both directions back; returns the way to let them go, in order. */
    hold(): () => void;
    /** Loses frames of both directions while the socket stays open; returns the way to cut it at last. */
    sever(): () => void;
}
/** @param onEnd the connection has ended. */
export declare function createConnectionHandle(opened: OpenConnection, onEnd: () => void): {
    readonly handle: ConnectionHandle;
    readonly tap: ConnectionTap;
};
