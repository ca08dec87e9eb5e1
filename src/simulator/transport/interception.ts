// Code that can be put between the clients and the service while the simulator runs, and removed again; faults use
// it. While there is none, each place costs a request one comparison with undefined.
import type { MaybePromise } from '../../kernel/maybe-promise.js';
import type { WsRequest } from '../../contract/schemas/message.js';
import type { ServiceEvent } from '../service/ports.js';
import type { Connection, RestOrigin } from '../service/origin.js';
import type { Refusal, ServiceResult } from '../service/outcome.js';
import type { WebSocketCaller } from '../service/service.js';
import type { ArrivedHandler, ArrivedRequest, RestReply } from './rest/message.js';
import type { OpenConnection } from './websocket/open-connection.js';
import type { MessageHandler } from './websocket/session.js';

export interface Interception {
  rest(request: ArrivedRequest, next: ArrivedHandler): Promise<RestReply>;
  /** Changes an answer before it is sent; its request may have arrived before the interception was put in. */
  leaving(reply: RestReply, origin: RestOrigin): RestReply;
  message(
    caller: WebSocketCaller,
    request: WsRequest,
    next: MessageHandler,
  ): MaybePromise<ServiceResult<string>>;
  /** An event on its way to one connection. */
  event(event: ServiceEvent, connection: Connection, deliver: (event: ServiceEvent) => void): void;
  /** The frame of an event for one connection, as it is to be sent. */
  frame(text: string, event: ServiceEvent, connection: Connection): string;
  /** Whether a valid ticket of this client is accepted. */
  takesTicketOf(clientId: string): boolean;
  /** Why a connection may not be opened now; undefined when it may. */
  connecting(): Refusal | undefined;
  /** Called before the session of a new connection is made: a tap can be put on it. */
  opening(connection: OpenConnection): void;
  /** Called when the session of a new connection has been made. */
  opened(connection: OpenConnection): void;
}

export interface InterceptionSlot {
  current: Interception | undefined;
}
