// Sessions and their requests without a socket: what the network shell, the in-process shell, the decorations and
// the faults pass to each other.
import type { MaybePromise } from '../../../kernel/maybe-promise.js';
import type { WsRequest } from '../../../contract/schemas/message.js';
import type { ServiceResult } from '../../service/outcome.js';
import type { WebSocketCaller } from '../../service/service.js';
import type { CloseReason } from './close-codes.js';

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
