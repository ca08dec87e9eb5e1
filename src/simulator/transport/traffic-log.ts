// What the transports report to the journal: what arrives, what leaves instead of the service's own answer, what never
// leaves, which event goes to which connection, and which connections open and close.
import type { WsRequest } from '../../contract/schemas/message.js';
import type {
  Connection,
  Origin,
  RestOrigin,
  SeenRequest,
  Upgrade,
  WebSocketOrigin,
} from '../service/origin.js';
import type { Refusal, ServiceResult } from '../service/outcome.js';
import type { Arrival, ArrivedRequest, RestReply } from './rest/message.js';
import type { EndpointName } from '../../contract/endpoints.js';
import type { Clock } from '../../kernel/clock.js';

/** What goes to a connection, as far as it is looked at. */
export interface SentEvent {
  readonly topic: string;
  readonly eventId: string;
  readonly deviceId?: string;
}

/** A request over REST before anybody has looked at what it asks for. */
export interface Observation {
  /** The access token. */
  readonly bearer: string | undefined;
  /** The query; empty when there is none. */
  readonly search: string;
  readonly body: string;
  /** Those that tell something of the client. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly arrival: Arrival | undefined;
}

export interface TrafficLog {
  /** What a request over REST shows of its sender, for its origin. */
  observe(observation: Observation): SeenRequest;
  /** What a request over REST was answered with, by whomever: the service, the transport or a fault. */
  answered(request: ArrivedRequest, reply: RestReply): void;
  /** The same for a message; its request is undefined when it could not be read, and `wire` is what came as JSON. */
  replied(
    origin: WebSocketOrigin,
    request: WsRequest | undefined,
    outcome: ServiceResult<string>,
    wire?: unknown,
  ): void;
  /**
   * The reply to a request did not leave at once.
   * @param since clock time in ms at which it turned out; default: now.
   */
  delivered(origin: Origin, outcome: 'handed-over' | 'held' | 'lost' | 'cut', since?: number): void;
  /** An upgrade that the service was not asked about. */
  declined(upgrade: Upgrade, refusal: Refusal): void;
  opened(connection: Connection, upgrade?: Upgrade): void;
  /** @param close the close frame of the service; undefined when the other side closed or the connection broke. */
  closed(connection: Connection, close?: { readonly code: number; readonly reason: string }): void;
  /** @param odd it has fields or a topic that no version of the interface has. */
  sent(connection: Connection, event: SentEvent, odd?: 'fields' | 'topic'): void;
}

// Makes the origins of requests and connections when they arrive. A reset does not restart their numbers.

export type Origins = ReturnType<typeof createOrigins>;

export function createOrigins(clock: Pick<Clock, 'now'>) {
  let arrived = 0;
  let opened = 0;
  const onWebSocket = (
    connection: Connection,
    topic: string | undefined,
    requestId: string | undefined,
  ): WebSocketOrigin => ({
    channel: 'ws',
    ordinal: ++arrived,
    at: clock.now(),
    row: undefined,
    connection,
    topic,
    requestId,
  });
  return {
    /** @param path without the query. */
    request: (
      method: string,
      path: string,
      endpoint: EndpointName | undefined,
      seen?: SeenRequest,
    ): RestOrigin => ({
      channel: 'rest',
      ordinal: ++arrived,
      at: seen ? seen.to : clock.now(),
      row: undefined,
      method,
      path,
      endpoint,
      seen,
    }),
    /** The opening of a connection, which gets the next number. */
    opening: (clientId: string): WebSocketOrigin =>
      onWebSocket(
        { id: `ws-${++opened}`, clientId, openedAt: clock.now(), ended: false },
        undefined,
        undefined,
      ),
    /** @param topic undefined when the frame names none. */
    message: onWebSocket,
  };
}
