// The target as the harness sees it: canonical calls in, exchanges and events out, everything recorded.
import type { EventRecord } from '../../trace/record.js';
import type { Trace } from '../../trace/trace.js';
import type { Call, Exchange } from './call.js';
import type { Driver } from './driver/driver.js';

/** What a request proves its caller with: the client's own token, nothing, or a text of the caller's choice. */
export type Authentication =
  | { readonly kind: 'token' }
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly token: string };

export interface RequestOptions {
  /** Name of an API client of the profile. */
  readonly client: string;
  /** Default: the client's own token, fetched when first needed and again when it has expired. */
  readonly authentication?: Authentication;
  /** Breaks the connection once the request is out, without waiting for the reply. */
  readonly cutAfterSending?: boolean;
  /** How long to wait for the reply, in ms; default: the profile's patience. */
  readonly patience?: number;
  /** It is to be granted: nothing about it is wrong on purpose. */
  readonly wanted?: boolean;
  /** Nobody waits for the reply any more: the outcome is `cut`, what becomes of the request is unknown. */
  readonly signal?: AbortSignal;
}

export interface Target extends Pick<
  Driver,
  'answers' | 'clock' | 'deliveries' | 'dialect' | 'misfits' | 'quotas' | 'roundTrips'
> {
  /** A view of the same target that records into another trace: one for each check that runs. */
  recordingTo(trace: Trace): Target;
  readonly trace: Trace;
  /** Over REST. Never rejects for what the target does: a broken connection is an outcome. */
  request(call: Call, options: RequestOptions): Promise<Exchange>;
  /** Fetches a ticket for the client, unless one is given, and opens a WebSocket connection with it. */
  connect(client: string, options?: ConnectOptions): Promise<Connected>;
  /** The latest events that any connection of the run was sent at that clock time (ms) or later. */
  heardSince?(at: number): readonly (EventRecord & { readonly at: number })[];
  /** The client's tokens are known to have ended: the next request fetches a fresh one. */
  dropToken?(client: string): void;
  /** Closes what is open. */
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Name of the connection in the trace. */
  readonly name?: string;
  /** A ticket to use instead of a fresh one; `null` leaves the query parameter out. */
  readonly ticket?: string | null;
  /** An access token that is sent in the Authorization header of the upgrade, where it has no meaning. */
  readonly bearer?: string;
  /** How long to wait for the upgrade, in ms; default: the profile's patience. */
  readonly patience?: number;
  /** Gives the attempt up. */
  readonly signal?: AbortSignal;
}

export type Connected =
  | { readonly kind: 'open'; readonly connection: TargetConnection }
  | {
      readonly kind: 'refused';
      /** `ticket`: no ticket could be had, so no upgrade was tried. */
      readonly context?: 'ticket' | 'upgrade';
      /** HTTP status of the answer to the ticket request or to the upgrade. */
      readonly status?: number;
      /** Nothing came in the time that there was. */
      readonly unanswered?: true;
      readonly detail: string;
      /** The ticket request, where one was made. */
      readonly ticket?: Exchange;
    };

export interface TargetConnection {
  /** The name in the trace: the one asked for, with a number when the trace already has a connection of it. */
  readonly name: string;
  readonly client: string;
  readonly openedAt: number;
  /** Set once the connection has closed. */
  readonly closed:
    | {
        readonly at: number;
        readonly code: number;
        readonly by: 'harness' | 'target';
        /** It gave way to another connection of the same client, which the harness opened. */
        readonly displaced?: true;
      }
    | undefined;
  request(call: Call, options?: Omit<RequestOptions, 'client' | 'authentication'>): Promise<Exchange>;
  /** All events so far, oldest first. */
  events(): readonly (EventRecord & { readonly at: number })[];
  /** Events that are only in the trace, because the connection had already kept as many as it may. */
  readonly droppedEvents?: number;
  /** Calls `listener` at each new event and at the close; returns the way to stop. */
  listen(listener: () => void): () => void;
  /** Closes in good order, and waits for it. */
  close(): Promise<void>;
  /** Drops the connection without a closing handshake. */
  cut(): void;
}
