// What was seen of a client at the service: requests with what became of them, connections and events.
// Pure data; all times are ms of the judge's clock, which stands at the service.
import type { Channel } from '../../trace/record.js';
import type { Operation } from '../../contract/schemas/command.js';
import type { CommandStatus } from '../../contract/schemas/scalars.js';

/** One API client on one day. */
export interface ClientTraffic {
  /** Id of the day; the name of the file for traffic that was kept. */
  readonly day: string;
  /** The API client, or `nobody` for what carried no credentials that are known. */
  readonly client: string;
  /** When the day began and ended. */
  readonly from: number;
  readonly to: number;
  /** In the order in which they came. */
  readonly exchanges: readonly ClientExchange[];
  /** In the order in which they were asked for, refused ones included. */
  readonly connections: readonly ClientConnection[];
  /** In the order in which they were sent. */
  readonly deliveries: readonly DeliveredEvent[];
  /** Moments at which the day drew whether to stage something. */
  readonly draws: readonly Draw[];
  /** Whether chance decided on each occasion of the day what was staged. */
  readonly isDrawn: boolean;
  /** When this machine was so late that what was seen may have come of it. */
  readonly late: readonly { readonly from: number; readonly to: number }[];
  /** Virtual time: what follows a reply comes no later than that. */
  readonly isVirtual?: boolean;
  /** Ends of the client's processes that nobody had asked for. */
  readonly exits: readonly Exit[];
  /** Whether processes of the client are known, or told apart by their access tokens. */
  readonly processes: 'known' | 'guessed';
}

export interface ClientExchange {
  /** Number of the exchange in the trace. */
  readonly id: number;
  readonly channel: Channel;
  /** An endpoint name, a WebSocket topic, or `raw` for what is neither. */
  readonly what: string;
  readonly method?: string;
  readonly path?: string;
  /** Those that matter, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly deviceId?: string;
  readonly commandId?: string;
  readonly operation?: Operation;
  readonly key?: string;
  /** Tells bodies apart that differ in any byte. */
  readonly digest?: string;
  /** Number of the access token, in the order of issue; 0 for one that was never issued. */
  readonly token?: number;
  /** Id of the WebSocket connection that carried it. */
  readonly connection?: string;
  readonly requestId?: string;
  /** Number of the network connection, where it is known. */
  readonly socket?: number;
  /** Who sent it: the process where it is known, else what can be told apart by tokens and connections. */
  readonly actor: string;
  /** Which worker of that process: those with tokens of their own, at the same time, cannot know of each other. */
  readonly worker: string;
  /** When its first and its last byte came. */
  readonly cameAt: number;
  readonly completeAt: number;
  /** Undefined when none left: the connection was reset, the caller was gone, or the day ended before. */
  readonly reply?: ClientReply;
  /** When it turned out that no reply would come; undefined for an answered one, and while nobody knows. */
  readonly lostAt?: number;
  /** Who ended its connection so soon after the reply that it may have ended before anybody read that. */
  readonly mayBeUnread?: ClientConnection['closedBy'];
}

export interface ClientReply {
  /** When its last byte was handed over to the network. */
  readonly at: number;
  /** Of the HTTP response, or what the code stands for. */
  readonly status: number;
  readonly code: string;
  /** The announced wait in ms, of a RATE_LIMITED. */
  readonly retryAfter?: number;
  /** Of the command that it shows. */
  readonly commandId?: string;
  readonly commandStatus?: CommandStatus;
  /** Of a token that was issued: its number, its life in ms, and its permissions. */
  readonly token?: number;
  readonly lifetime?: number;
  readonly scopes?: readonly string[];
  /** Name of the ticket that was issued. */
  readonly ticket?: string;
}

export interface ClientConnection {
  /** As exchanges and deliveries name it; an attempt that failed has a name of its own. */
  readonly id: string;
  readonly actor: string;
  /** The worker that its ticket was created for. */
  readonly worker: string;
  /** When the upgrade was asked for. */
  readonly askedAt: number;
  readonly ticket?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined when the upgrade was refused. */
  readonly openedAt?: number;
  readonly refusal?: { readonly status: number; readonly code: string; readonly retryAfter?: number };
  /** Undefined when it was still open at the end of the day. */
  readonly closedAt?: number;
  readonly closedBy?: 'client' | 'service';
  /** Frames on it were held back or lost by the day: what is missing on it proves nothing. */
  readonly disturbed: boolean;
}

/** An event that was sent on a connection. */
export interface DeliveredEvent {
  readonly at: number;
  readonly connection: string;
  readonly actor: string;
  readonly topic: string;
  readonly eventId?: string;
  readonly deviceId?: string;
  /** What changed, by kind and index; of `device.state.changed`. */
  readonly changes: readonly string[];
  /** The same event went to this connection before. */
  readonly copy: boolean;
  readonly odd?: 'fields' | 'topic';
}

export interface Draw {
  readonly at: number;
  /** The fault by its type. */
  readonly fault: string;
  readonly treated: boolean;
}

export interface Exit {
  readonly at: number;
  readonly actor: string;
  /** Exit code, or the name of the signal. */
  readonly how: string;
}
