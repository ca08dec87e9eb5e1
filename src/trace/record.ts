// What was seen, one record at a time: the only thing that judges judge. The harness records what it sent
// and received, the simulator's journal what it did; both in canonical terms beside the wire's own.
import * as z from 'zod';
import type { Operation } from '../contract/schemas/command.js';
import { isObject } from '../kernel/json.js';

type RecordOf<S extends z.ZodType> = Readonly<z.output<S>>;

const count = z.int().min(0);
const text = z.string().exactOptional();
const texts = z.array(z.string()).readonly().exactOptional();
const int = z.int().exactOptional();
const number = z.number().exactOptional();
const anything = z.unknown();
const headers = z.record(z.string(), z.string()).readonly().exactOptional();

const channel = z.enum(['rest', 'ws']);
export type Channel = z.output<typeof channel>;

/** Every record has its place in the order of sight (`seq`) and its clock time in ms (`at`). */
const stamp = { seq: count, at: z.number() };

/** A request in canonical terms, whichever channel carries it. */
const facts = z.object({
  /** An endpoint name, a WebSocket topic, or `raw` for what was sent malformed on purpose. */
  what: z.string(),
  deviceId: text,
  commandId: text,
  // Its parameters may be wrong on purpose.
  operation: (
    z.looseObject({ name: z.string(), params: z.looseObject({}) }) as unknown as z.ZodType<Operation>
  ).exactOptional(),
  idempotencyKey: text,
});
export type RequestFacts = RecordOf<typeof facts>;

/** A request as it came in at the service. */
const seen = z.object({
  /** Clock time in ms at which its first byte came; for HTTP, when its headers were complete. */
  from: z.number(),
  /** Clock time in ms at which its last byte came. */
  to: z.number(),
  /** Number of the access token that it carried, in the order of issue from 1; 0 for one that was never issued. */
  token: count.exactOptional(),
  /** Tells bodies and queries apart that differ in any byte. Equal ones have equal digests in one trace only. */
  digest: text,
  /** The network connection that brought it: who sends the next request there has read the reply before it. */
  socket: int,
  /** The process of the client, where whoever recorded this has started it. */
  instance: text,
});
export type SeenAtService = RecordOf<typeof seen>;

const request = facts.extend({
  kind: z.literal('request'),
  /** Ties a request to its reply or its breaking. */
  exchange: count,
  channel,
  client: text,
  /** The WebSocket connection that carries it. */
  connection: text,
  /** The exchange that brought the access token that it carries; absent for a text that never was one. */
  token: count.exactOptional(),
  requestId: text,
  method: text,
  path: text,
  headers,
  /** The body or frame as sent; secrets are replaced. */
  body: anything.optional(),
  /** What the service that was asked has seen of the request besides. Only those who stand there can tell. */
  seen: seen.readonly().exactOptional(),
});
export type RequestRecord = RecordOf<typeof request>;

/** A place that is not as the dialect says, and the id of a rule with it. */
const misfit = z.object({ rule: z.string(), expected: z.string(), actual: z.string() });
export type MisfitRecord = RecordOf<typeof misfit>;

const reply = z.object({
  kind: z.literal('reply'),
  exchange: count,
  channel,
  status: int,
  headers,
  /** Undefined when the reply was no envelope. */
  code: text,
  /** Canonical `data` where its shape is known and fits, else as it came. */
  data: anything.optional(),
  /** The body or frame as received; secrets are replaced. */
  body: anything.optional(),
  /** What did not fit the dialect or the envelope, in words. */
  mismatches: texts,
  /** Those of them that break a rule. */
  breaches: z.array(misfit.readonly()).readonly().exactOptional(),
  /** Of a refusal for want of a permission: the scopes that came with the client's own token, which was sent. */
  granted: texts,
  /** What came in bytes that are no text, with the place: `a body with a byte at offset 17 that is not UTF-8`. */
  malformed: texts,
});
export type ReplyRecord = RecordOf<typeof reply>;

/** What became of a reply that did not leave at once as it was given. Without such a record, it did. */
const delivery = z.object({
  kind: z.literal('delivery'),
  exchange: count,
  /**
   * `handed-over`: its last byte has been given to the network at this moment. `held`: it waits, and may never leave.
   * `lost`: the connection was reset instead. `cut`: the caller was gone.
   */
  outcome: z.enum(['handed-over', 'held', 'lost', 'cut']),
  /** Where another answer left than the one that the service gave. */
  status: int,
  code: text,
  data: anything.optional(),
  /** Clock time in ms at which the caller was gone, where that was earlier. */
  since: number,
  /** Milliseconds from the request to this moment. */
  took: number,
});
export type DeliveryRecord = RecordOf<typeof delivery>;

const refusedPart = z.object({
  /** A JSON Pointer into what was sent. */
  pointer: z.string(),
  expected: z.string(),
  /** What stood there; absent when nothing did. */
  came: anything.optional(),
});
export type RefusedPart = RecordOf<typeof refusedPart>;

/** What was wrong with a request that was refused, for whoever wrote it. Only a simulator's journal has these. */
const refusal = z.object({
  kind: z.literal('refusal'),
  exchange: count,
  channel,
  what: z.string(),
  client: text,
  deviceId: text,
  method: text,
  /** With its query. */
  path: text,
  /** The HTTP status. */
  status: int,
  code: z.string(),
  /** Milliseconds from its arrival to the refusal. */
  took: z.number(),
  reason: z.string(),
  /** The places that did not fit. */
  problems: z.array(refusedPart.readonly()).readonly().exactOptional(),
  /** The body or the data of the frame; secrets are replaced, and what is long is told by its length. */
  sent: anything.optional(),
  /** The body of the reply, or the refusal's part of the frame. */
  returned: anything.optional(),
});
export type RefusalRecord = RecordOf<typeof refusal>;

/** A request that got no reply. What became of it at the other end is unknown. */
const broken = z.object({
  kind: z.literal('broken'),
  exchange: count,
  /** `cut`: by the harness on purpose; `reset`, `refused`: by the target; `timeout`: patience ran out. */
  reason: z.enum(['cut', 'reset', 'refused', 'timeout']),
  detail: z.string(),
});
export type BrokenRecord = RecordOf<typeof broken>;

const connection = z.object({
  kind: z.literal('connection'),
  connection: z.string(),
  client: text,
  state: z.enum(['opening', 'open', 'refused', 'closed']),
  /** A name that stands for the ticket; the ticket itself is never recorded. */
  ticket: text,
  /** Of an upgrade, as the service saw it: those that matter, with names in lower case. */
  headers,
  /** The process of the client, where whoever recorded this has started it. */
  instance: text,
  /** HTTP status of a refused upgrade, and the wait that it announced. */
  status: int,
  retryAfterSeconds: number,
  closeCode: int,
  /** The harness has ended it, because it brought more than a connection may. */
  flooded: z.literal(true).exactOptional(),
  by: z.enum(['harness', 'target']).exactOptional(),
  detail: text,
});
export type ConnectionRecord = RecordOf<typeof connection>;

const event = z.object({
  kind: z.literal('event'),
  /** `*` for one that the service has published; where it went is in `to`. */
  connection: z.string(),
  /** The connections that it was sent to at once, and as it is. */
  to: texts,
  /** It had fields or a topic that no version of the interface has. */
  odd: z.enum(['fields', 'topic']).exactOptional(),
  topic: z.string(),
  eventId: text,
  deviceId: text,
  data: anything.optional(),
  body: anything.optional(),
  mismatches: texts,
  /** Those of them that break a rule. */
  breaches: z.array(misfit.readonly()).readonly().exactOptional(),
});
export type EventRecord = RecordOf<typeof event>;

/** A frame that is neither a reply nor an event, or not as a frame has to be. */
const stray = z.object({
  kind: z.literal('stray'),
  connection: z.string(),
  text: z.string(),
  detail: z.string(),
  /** It is JSON, and neither a reply nor an event in the form of the dialect. */
  misfit: z.literal(true).exactOptional(),
  /** Its bytes are no text: `detail` says where. */
  malformed: z.boolean().exactOptional(),
});
export type StrayRecord = RecordOf<typeof stray>;

const stimulus = z.object({
  kind: z.literal('stimulus'),
  name: z.string(),
  deviceId: text,
  parameters: anything.optional(),
  outcome: z.enum(['applied', 'failed']),
  detail: text,
});
export type StimulusRecord = RecordOf<typeof stimulus>;

/** Something that a simulated device really did. Only a simulator's journal has these. */
const physical = z.object({
  kind: z.literal('physical'),
  deviceId: z.string(),
  act: z.string(),
  detail: anything.optional(),
});

/** A fault that fired, with its cause. Only a simulator's journal has these. */
const fault = z.object({
  kind: z.literal('fault'),
  fault: z.string(),
  type: z.string(),
  deviceId: text,
  /** The WebSocket connection that it hit. */
  connection: text,
  cause: z.string(),
  effect: z.string(),
});
export type FaultRecord = RecordOf<typeof fault>;

/** Where a scenario is: what the records that follow belong to. */
const step = z.object({
  kind: z.literal('step'),
  scenario: z.string(),
  step: z.string(),
  attempt: z.int(),
});

const traceEntry = z.discriminatedUnion('kind', [
  request,
  reply,
  delivery,
  refusal,
  broken,
  connection,
  event,
  stray,
  stimulus,
  physical,
  fault,
  step,
]);
export type TraceEntry = RecordOf<typeof traceEntry>;
export type TraceRecord = TraceEntry & RecordOf<z.ZodObject<typeof stamp>>;

const [first, ...others] = traceEntry.options.map((kind) => z.looseObject({ ...kind.shape, ...stamp }));

/** Fields beyond those of a kind stay as they are: a later version may have more. */
export const traceRecord = z.discriminatedUnion('kind', [
  first as (typeof others)[number],
  ...others,
]) as unknown as z.ZodType<TraceRecord>;

// The members of a trace record whose values are words of our own: where a secret happens to be one of them, it gives
// nothing away.

export const OWN_WORDS: readonly string[] = [
  'kind',
  'channel',
  'client',
  'connection',
  'what',
  'method',
  'state',
  'reason',
  'by',
];

// The code of a reply as the target wrote it: reports show its words, not the canonical ones.

interface Coded {
  /** The body or frame as received. */
  readonly body?: unknown;
  /** The canonical code, for a reply that is kept without its body. */
  readonly code?: unknown;
}

export function writtenCode({ body, code }: Coded): string | undefined {
  if (isObject(body) && typeof body['code'] === 'string') return body['code'];
  return typeof code === 'string' ? code : undefined;
}
