// What was seen, one record at a time: the only thing that judges judge. The harness records what it sent
// and received, the simulator's journal what it did; both in canonical terms beside the wire's own.
import type { Operation } from '../contract/schemas/command.js';

export type Channel = 'rest' | 'ws';

/** A request in canonical terms, whichever channel carries it. */
export interface RequestFacts {
  /** An endpoint name, a WebSocket topic, or `raw` for what was sent malformed on purpose. */
  readonly what: string;
  readonly deviceId?: string;
  readonly commandId?: string;
  readonly operation?: Operation;
  readonly idempotencyKey?: string;
}

/** Every record has its place in the order of sight (`seq`) and its clock time in ms (`at`). */
export interface Stamp {
  readonly seq: number;
  readonly at: number;
}

export interface RequestRecord extends RequestFacts {
  readonly kind: 'request';
  /** Ties a request to its reply or its breaking. */
  readonly exchange: number;
  readonly channel: Channel;
  readonly client?: string;
  /** The WebSocket connection that carries it. */
  readonly connection?: string;
  /** The exchange that brought the access token that it carries; absent for a text that never was one. */
  readonly token?: number;
  readonly requestId?: string;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body or frame as sent; secrets are replaced. */
  readonly body?: unknown;
  /** What the service that was asked has seen of the request besides. Only those who stand there can tell. */
  readonly seen?: SeenAtService;
}

/** A request as it came in at the service. */
export interface SeenAtService {
  /** Clock time in ms at which its first byte came; for HTTP, when its headers were complete. */
  readonly from: number;
  /** Clock time in ms at which its last byte came. */
  readonly to: number;
  /** Number of the access token that it carried, in the order of issue from 1; 0 for one that was never issued. */
  readonly token?: number;
  /** Tells bodies and queries apart that differ in any byte. Equal ones have equal digests in one trace only. */
  readonly digest?: string;
  /** The network connection that brought it: who sends the next request there has read the reply before it. */
  readonly socket?: number;
  /** The process of the client, where whoever recorded this has started it. */
  readonly instance?: string;
}

export interface ReplyRecord {
  readonly kind: 'reply';
  readonly exchange: number;
  readonly channel: Channel;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Undefined when the reply was no envelope. */
  readonly code?: string;
  /** Canonical `data` where its shape is known and fits, else as it came. */
  readonly data?: unknown;
  /** The body or frame as received; secrets are replaced. */
  readonly body?: unknown;
  /** What did not fit the dialect or the envelope, in words. */
  readonly mismatches?: readonly string[];
  /** Those of them that break a rule. */
  readonly breaches?: readonly MisfitRecord[];
  /** Of a refusal for want of a permission: the scopes that came with the client's own token, which was sent. */
  readonly granted?: readonly string[];
  /** What came in bytes that are no text, with the place: `a body with a byte at offset 17 that is not UTF-8`. */
  readonly malformed?: readonly string[];
}

/** What became of a reply that did not leave at once as it was given. Without such a record, it did. */
export interface DeliveryRecord {
  readonly kind: 'delivery';
  readonly exchange: number;
  /**
   * `handed-over`: its last byte has been given to the network at this moment. `held`: it waits, and may never leave.
   * `lost`: the connection was reset instead. `cut`: the caller was gone.
   */
  readonly outcome: 'handed-over' | 'held' | 'lost' | 'cut';
  /** Where another answer left than the one that the service gave. */
  readonly status?: number;
  readonly code?: string;
  readonly data?: unknown;
  /** Clock time in ms at which the caller was gone, where that was earlier. */
  readonly since?: number;
  /** Milliseconds from the request to this moment. */
  readonly took?: number;
}

/** What was wrong with a request that was refused, for whoever wrote it. Only a simulator's journal has these. */
export interface RefusalRecord {
  readonly kind: 'refusal';
  readonly exchange: number;
  readonly channel: Channel;
  readonly what: string;
  readonly client?: string;
  readonly deviceId?: string;
  readonly method?: string;
  /** With its query. */
  readonly path?: string;
  /** The HTTP status. */
  readonly status?: number;
  readonly code: string;
  /** Milliseconds from its arrival to the refusal. */
  readonly took: number;
  readonly reason: string;
  /** The places that did not fit. */
  readonly problems?: readonly RefusedPart[];
  /** The body or the data of the frame; secrets are replaced, and what is long is told by its length. */
  readonly sent?: unknown;
  /** The body of the reply, or the refusal's part of the frame. */
  readonly returned?: unknown;
}

export interface RefusedPart {
  /** A JSON Pointer into what was sent. */
  readonly pointer: string;
  readonly expected: string;
  /** What stood there; absent when nothing did. */
  readonly came?: unknown;
}

/** A request that got no reply. What became of it at the other end is unknown. */
export interface BrokenRecord {
  readonly kind: 'broken';
  readonly exchange: number;
  /** `cut`: by the harness on purpose; `reset`, `refused`: by the target; `timeout`: patience ran out. */
  readonly reason: 'cut' | 'reset' | 'refused' | 'timeout';
  readonly detail: string;
}

export interface ConnectionRecord {
  readonly kind: 'connection';
  readonly connection: string;
  readonly client?: string;
  readonly state: 'opening' | 'open' | 'refused' | 'closed';
  /** A name that stands for the ticket; the ticket itself is never recorded. */
  readonly ticket?: string;
  /** Of an upgrade, as the service saw it: those that matter, with names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The process of the client, where whoever recorded this has started it. */
  readonly instance?: string;
  /** HTTP status of a refused upgrade, and the wait that it announced. */
  readonly status?: number;
  readonly retryAfterSeconds?: number;
  readonly closeCode?: number;
  /** The harness has ended it, because it brought more than a connection may. */
  readonly flooded?: true;
  readonly by?: 'harness' | 'target';
  readonly detail?: string;
}

export interface EventRecord {
  readonly kind: 'event';
  /** `*` for one that the service has published; where it went is in `to`. */
  readonly connection: string;
  /** The connections that it was sent to at once, and as it is. */
  readonly to?: readonly string[];
  /** It had fields or a topic that no version of the interface has. */
  readonly odd?: 'fields' | 'topic';
  readonly topic: string;
  readonly eventId?: string;
  readonly deviceId?: string;
  readonly data?: unknown;
  readonly body?: unknown;
  readonly mismatches?: readonly string[];
  /** Those of them that break a rule. */
  readonly breaches?: readonly MisfitRecord[];
}

/** A place that is not as the dialect says, and a rule with it. */
export interface MisfitRecord {
  /** The id of the rule. */
  readonly rule: string;
  readonly expected: string;
  readonly actual: string;
}

/** A frame that is neither a reply nor an event, or not as a frame has to be. */
export interface StrayRecord {
  readonly kind: 'stray';
  readonly connection: string;
  readonly text: string;
  readonly detail: string;
  /** It is JSON, and neither a reply nor an event in the form of the dialect. */
  readonly misfit?: true;
  /** Its bytes are no text: `detail` says where. */
  readonly malformed?: boolean;
}

export interface StimulusRecord {
  readonly kind: 'stimulus';
  readonly name: string;
  readonly deviceId?: string;
  readonly parameters?: unknown;
  readonly outcome: 'applied' | 'failed';
  readonly detail?: string;
}

/** Something that a simulated device really did. Only a simulator's journal has these. */
export interface PhysicalRecord {
  readonly kind: 'physical';
  readonly deviceId: string;
  readonly act: string;
  readonly detail?: unknown;
}

/** A fault that fired, with its cause. Only a simulator's journal has these. */
export interface FaultRecord {
  readonly kind: 'fault';
  readonly fault: string;
  readonly type: string;
  readonly deviceId?: string;
  /** The WebSocket connection that it hit. */
  readonly connection?: string;
  readonly cause: string;
  readonly effect: string;
}

/** Where a scenario is: what the records that follow belong to. */
export interface StepRecord {
  readonly kind: 'step';
  readonly scenario: string;
  readonly step: string;
  readonly attempt: number;
}

export type TraceEntry =
  | RequestRecord
  | ReplyRecord
  | DeliveryRecord
  | RefusalRecord
  | BrokenRecord
  | ConnectionRecord
  | EventRecord
  | StrayRecord
  | StimulusRecord
  | PhysicalRecord
  | FaultRecord
  | StepRecord;

export type TraceRecord = TraceEntry & Stamp;
