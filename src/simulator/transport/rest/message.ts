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

/** What became of a reply. */
export type DeliveryOutcome = 'handed-over' | 'lost' | 'cut';

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
  /** The target that `routed` is about: an edge may have changed the request's own since. */
  readonly routedTarget: string;
}

/** What answers a request that has arrived: the handler of the transport, or an edge around it. */
export type ArrivedHandler = (request: ArrivedRequest) => MaybePromise<RestReply>;

// Bodies that are too long to be made in one go.

/** @param parts makes the parts, anew at each call. */
export function createLongBody(parts: () => Iterable<string>): LongBody {
  return { parts, toString: () => [...parts()].join('') };
}

/** Of one body, in characters; a longer one is made anew each time. */
const MOST_KEPT = 32 * 1024 * 1024;

/** The same for what is final: its parts are made by the first who goes through them to the end, and kept. */
export function createFinalLongBody(parts: () => Iterable<string>): LongBody {
  let kept: readonly string[] | undefined;
  return createLongBody(function* keeping() {
    if (kept) return yield* kept;
    const made: string[] = [];
    let length = 0;
    for (const part of parts()) {
      length += part.length;
      if (length <= MOST_KEPT) made.push(part);
      else made.length = 0;
      yield part;
    }
    if (length <= MOST_KEPT) kept = made;
  });
}
