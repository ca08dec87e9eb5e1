// Sessions and their requests without a socket: what the network shell, the in-process shell, the decorations and
// the faults pass to each other.
import type { WsRequest } from '../../../contract/schemas/message.js';
import type { ServiceResult } from '../../service/outcome.js';
import type { WebSocketCaller } from '../../service/service.js';
import type { CloseReason } from './close-codes.js';

/** A close that is none of the service's own. 1006 breaks the connection, without a closing handshake. */
export interface CloseFrame {
  readonly code: number;
  readonly reason: string;
}

/** What a session needs of its socket. */
export interface SessionSocket {
  send(text: string): void;
  close(why: CloseReason | CloseFrame): void;
  /** Bytes that wait to be read by the other side. */
  backlog(): number;
  /** Stops reading from the network, or goes on: not even a ping is answered. Absent where there is none. */
  setReading?(on: boolean): void;
}

export interface Session {
  /** A text frame that arrived. */
  receive(text: string): void;
  /** The socket has closed: nothing is sent any more, and no event is kept. */
  end(): void;
}

/** Opens the session of a caller whose ticket has been taken. */
export type SessionFactory = (caller: WebSocketCaller, socket: SessionSocket) => Session;

/** What a request comes to: `data` of the reply as JSON, or the refusal. */
export type MessageHandler = (caller: WebSocketCaller, request: WsRequest) => Promise<ServiceResult<string>>;
