// REST requests and replies without a socket: what the network shell, the in-process shell and the faults
// at the edge pass to each other.
import type { MaybePromise } from '../../../kernel/maybe-promise.js';
import type { Refusal } from '../../service/outcome.js';
import type { RestOrigin } from '../../service/origin.js';
import type { Routed } from './router.js';

export interface RestRequest {
  readonly method: string;
  /** Path and query, as on the request line. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** What the network knows of it; absent for a request of a program. */
  readonly arrival?: Arrival | undefined;
}

/** A request as the network brought it. It gets its origin when it has been routed. */
export interface Arrival {
  /** Clock time in ms at which its headers were complete. */
  readonly from: number;
  /** Number of the network connection. */
  readonly socket?: number;
  /** The process of the client, where the network shell was told. */
  readonly instance?: string | undefined;
  origin?: RestOrigin | undefined;
}

/** How a reply leaves: whole, not at all (the connection is reset), or slowly. */
export type ReplyDelivery =
  | { readonly kind: 'whole' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'slow'; readonly bytesPerSecond: number };

/** A text, or one that is long and made as it is sent; `String` gives the text of both. */
export type Body = string | LongBody;

export interface LongBody {
  /** Made anew at each call. */
  parts(): Iterable<string>;
  toString(): string;
}

export interface RestReply {
  readonly status: number;
  /** Besides content type and length, which the shell adds. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: Body;
  readonly delivery?: ReplyDelivery;
  /** What the reply refuses, for the journal; it does not leave. */
  readonly refusal?: Refusal;
}

/** A reply whose body is there as a text. */
export type WholeReply = RestReply & { readonly body: string };

export type RestHandler = (request: RestRequest) => MaybePromise<RestReply>;

/** A request that has arrived. */
export interface ArrivedRequest extends RestRequest {
  readonly origin: RestOrigin;
  /** Where its method and target lead. */
  readonly routed: Routed;
  /** The target that `routed` is about: a decoration may have changed the request's own since. */
  readonly routedTarget: string;
}

/** What answers a request that has arrived: the handler of the transport, or a decoration around it. */
export type ArrivedHandler = (request: ArrivedRequest) => MaybePromise<RestReply>;
