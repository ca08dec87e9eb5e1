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
interface Stamp {
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
  readonly requestId?: string;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body or frame as sent; secrets are replaced. */
  readonly body?: unknown;
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
  /** What came in bytes that are no text, with the place: `a body with a byte at offset 17 that is not UTF-8`. */
  readonly malformed?: readonly string[];
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
  /** HTTP status of a refused upgrade. */
  readonly status?: number;
  readonly closeCode?: number;
  /** The harness has ended it, because it brought more than a connection may. */
  readonly flooded?: true;
  readonly by?: 'harness' | 'target';
  readonly detail?: string;
}

export interface EventRecord {
  readonly kind: 'event';
  readonly connection: string;
  readonly topic: string;
  readonly eventId?: string;
  readonly deviceId?: string;
  readonly data?: unknown;
  readonly body?: unknown;
  readonly mismatches?: readonly string[];
}

/** A frame that is neither a reply nor an event, or not as a frame has to be. */
export interface StrayRecord {
  readonly kind: 'stray';
  readonly connection: string;
  readonly text: string;
  readonly detail: string;
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
  | BrokenRecord
  | ConnectionRecord
  | EventRecord
  | StrayRecord
  | StimulusRecord
  | PhysicalRecord
  | FaultRecord
  | StepRecord;

export type TraceRecord = TraceEntry & Stamp;
