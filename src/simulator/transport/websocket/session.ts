// Sessions and their requests without a socket: what the network shell, the in-process shell, and the
// edges around them pass to each other.
import type { MaybePromise } from '../../../kernel/maybe-promise.js';
import type { WsRequest } from '../../../contract/schemas/message.js';
import type { ServiceResult } from '../../service/outcome.js';
import type { WebSocketCaller } from '../../service/service.js';
import type { Connection } from '../../service/origin.js';
import type { SentEvent } from '../traffic-log.js';

/** A close with a code that is not in `CLOSE_CODES`. 1006 cuts the connection, without a closing handshake. */
export interface CloseFrame {
  readonly code: number;
  readonly reason: string;
}

/** What a session needs of its socket. */
export interface SessionSocket {
  /** @param onSent called when the text has been given to the network: not at once where it is held back, and never where it is lost. */
  send(text: string, onSent?: () => void): void;
  close(why: CloseReason | CloseFrame): void;
  /** Bytes that the client has not read yet. */
  backlog(): number;
  /** Stops or resumes reading from the network; while stopped, pings are not answered. Absent without a network. */
  setReading?(on: boolean): void;
}

export interface Session {
  /** A text frame that arrived. */
  receive(text: string): void;
  /** To be called when the socket has closed: nothing is sent any more, and no event is kept. */
  end(): void;
}

/** Opens the session of a caller whose ticket has been taken. */
export type SessionFactory = (caller: WebSocketCaller, socket: SessionSocket) => Session;

/** Answers a request: with `data` of the reply as JSON, or with the refusal. */
export type MessageHandler = (
  caller: WebSocketCaller,
  request: WsRequest,
) => MaybePromise<ServiceResult<string>>;

// Why the service closes a WebSocket connection. Every close has one of these codes; docs/websocket.md lists
// them, and a test holds it to this table.

export const CLOSE_CODES = {
  normal: { code: 1000, reason: 'closed' },
  goingAway: { code: 1001, reason: 'the service goes away' },
  /** Sent by the library, on frames that break the WebSocket protocol. */
  protocol: { code: 1002, reason: '' },
  binary: { code: 1003, reason: 'only text frames are taken' },
  unreadable: { code: 1007, reason: 'the frame is no request that could be answered' },
  disabled: { code: 1008, reason: 'the API client is disabled' },
  /** Also sent by the library, on messages in too many pieces. */
  flooding: { code: 1008, reason: 'too many pings' },
  /** Sent by the library, before the whole message has been read. */
  tooBig: { code: 1009, reason: '' },
  /** A bug of the service, which ends this connection only. */
  failed: { code: 1011, reason: 'the service has failed' },
  /** Not sent, as the client does not read; the connection is cut, and the client sees 1006. */
  tooSlow: { code: 1013, reason: 'the connection does not read' },
  silent: { code: 4000, reason: 'no heartbeat' },
} as const;

export type CloseReason = keyof typeof CLOSE_CODES;

// An open WebSocket connection: its socket, its session, and what a fault may put between the two.

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
  session: Session | undefined;
  /** What stands between the two; undefined when nothing does. */
  tap: ConnectionTap | undefined;
  /** To be called for each event that is sent past the session. */
  readonly toldOf: (event: SentEvent, odd: 'fields' | 'topic') => void;
}
