// What can be put between the clients and the service while the simulator runs, and taken out again: faults use it.
// Where nothing is put in, a request passes one comparison in each place that has one.
import type { WsRequest } from '../../contract/schemas/message.js';
import type { ServiceEvent } from '../service/event-bus.js';
import type { Connection, RestOrigin } from '../service/origin.js';
import type { Refusal, ServiceResult } from '../service/outcome.js';
import type { WebSocketCaller } from '../service/service.js';
import type { ArrivedHandler, ArrivedRequest, RestReply } from './rest/message.js';
import type { OpenConnection } from './websocket/open-connection.js';
import type { MessageHandler } from './websocket/session.js';

export interface Interception {
  rest(request: ArrivedRequest, next: ArrivedHandler): Promise<RestReply>;
  /** An answer is about to leave; its request may have arrived before there was an interception. */
  leaving(reply: RestReply, origin: RestOrigin): RestReply;
  message(caller: WebSocketCaller, request: WsRequest, next: MessageHandler): Promise<ServiceResult<string>>;
  /** An event on its way to one connection. */
  event(event: ServiceEvent, connection: Connection, deliver: (event: ServiceEvent) => void): void;
  /** The frame of an event for one connection, as it is to be sent. */
  frame(text: string, event: ServiceEvent, connection: Connection): string;
  /** Whether a good ticket of this client is to be taken. */
  takesTicketOf(clientId: string): boolean;
  /** Somebody wants to open a connection; the refusal, if it is not to be. */
  connecting(): Refusal | undefined;
  /** A connection is being opened, and has no session yet: a tap can be put on it. */
  opening(connection: OpenConnection): void;
  opened(connection: OpenConnection): void;
}

export interface InterceptionSlot {
  current: Interception | undefined;
}
