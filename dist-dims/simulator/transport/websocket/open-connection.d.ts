import type { Connection } from '../../service/origin.js';
import type { SentEvent } from '../traffic-log.js';
import type { Session, SessionSocket } from './session.js';
/** Takes the frames of both directions, and decides what becomes of them. */
export interface ConnectionTap extends Pick<SessionSocket, 'send' | 'close' | 'backlog'> {
    receive(text: string): void;
    /** The socket has closed. */
    ended(): void;
}
export interface OpenConnection {
    readonly connection: Connection;
    /** To the client. */
    readonly socket: SessionSocket;
    /** To the service; undefined while it is being opened. */
    readonly session: Session | undefined;
    /** What stands between the two; undefined when nothing does. */
    tap: ConnectionTap | undefined;
    /** To be called for each event that is sent past the session. */
    readonly toldOf: (event: SentEvent, odd: 'fields' | 'topic') => void;
}
