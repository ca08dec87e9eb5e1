// Where a request comes from: a value that a transport makes when the request arrives, and that goes with its
// caller to everything that records, disturbs or decorates. The journal's row of the request is reached from it.
import type { EndpointName } from '../../contract/endpoints.js';
import type { Channel, RequestFacts } from '../../trace/record.js';

/** A WebSocket connection, from its opening to its end. */
export interface Connection {
  /** `ws-1`, `ws-2`: in the order in which they were opened; a reset does not begin again at 1. */
  readonly id: string;
  readonly clientId: string;
  /** Clock time in ms. */
  readonly openedAt: number;
  /** True from the moment at which the socket has closed. */
  readonly ended: boolean;
}

interface Arrival {
  /** Counts what arrives on both channels, requests and openings of connections, from 1. */
  readonly ordinal: number;
  /** Clock time of the arrival in ms. */
  readonly at: number;
  /** What the journal keeps of the exchange; undefined until it has recorded the request. */
  row: ExchangeRow | undefined;
}

export interface RestOrigin extends Arrival {
  readonly channel: 'rest';
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** What it showed of its sender; undefined where nobody records. */
  readonly seen: SeenRequest | undefined;
  /** Undefined when there is none for this method and path. */
  readonly endpoint: EndpointName | undefined;
}

/** What a request over REST showed of its sender, as it is kept: who reads it makes its words of it. */
export interface SeenRequest {
  /** Clock time in ms at which its headers were complete. */
  readonly from: number;
  /** Clock time in ms at which its body was complete. */
  readonly to: number;
  /** Number of the access token that it carried; 0 for one that was never issued, undefined for none. */
  readonly token: number | undefined;
  /** The API client of the token. */
  readonly client: string | undefined;
  /** Both halves of the digest of query and body; undefined when there is neither. */
  readonly digest: readonly [number, number] | undefined;
  readonly socket: number | undefined;
  readonly instance: string | undefined;
  /** Those that tell something of the client; undefined when there are none. */
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/** A request on a connection, or the opening of the connection. */
export interface WebSocketOrigin extends Arrival {
  readonly channel: 'ws';
  readonly connection: Connection;
  /** As the client wrote it; undefined for an opening and for a frame that names none. */
  readonly topic: string | undefined;
  /** Undefined for an opening. */
  readonly requestId: string | undefined;
}

export type Origin = RestOrigin | WebSocketOrigin;

/**
 * One request and its answer as they are known while the request is under way; the journal takes its records from it.
 * The first part is known when it is made, the second when the answer is given. A transport finds it at the origin of
 * the request.
 */
export interface ExchangeRow {
  /** Counts the exchanges in the order in which the journal recorded their requests, from 1. */
  readonly exchange: number;
  readonly channel: Channel;
  readonly client: string | undefined;
  readonly request: RequestFacts;
  /** Clock time in ms. */
  readonly askedAt: number;

  /** Clock time in ms; 0 until there is an answer. */
  answeredAt: number;
  code: string | undefined;
}

/** The request to open a connection. */
export interface Upgrade {
  readonly ticket: string | undefined;
  /** An access token in the Authorization header, which opens nothing. */
  readonly bearer?: string | undefined;
  /** Those that tell something of the client; undefined when there are none. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** The process of the client, where the network shell was told. */
  readonly instance: string | undefined;
}
