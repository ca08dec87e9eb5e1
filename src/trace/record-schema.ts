// The records of a trace as they stand in a file: what a reader may rely on before it judges them.
import { z } from 'zod';
import type { TraceRecord } from './record.js';

const stamp = { seq: z.int().min(0), at: z.number() };
const exchange = z.int().min(0);
const channel = z.enum(['rest', 'ws']);
const text = z.string();
const texts = z.array(text);
const headers = z.record(text, text);

const request = z.looseObject({
  ...stamp,
  kind: z.literal('request'),
  exchange,
  channel,
  what: text,
  deviceId: text.optional(),
  commandId: text.optional(),
  // Its parameters may be wrong on purpose.
  operation: z.looseObject({ name: text, params: z.looseObject({}) }).optional(),
  idempotencyKey: text.optional(),
  client: text.optional(),
  connection: text.optional(),
  token: exchange.optional(),
  requestId: text.optional(),
  method: text.optional(),
  path: text.optional(),
  headers: headers.optional(),
  seen: z
    .looseObject({
      from: z.number(),
      to: z.number(),
      token: z.int().min(0).optional(),
      digest: text.optional(),
      socket: z.int().optional(),
      instance: text.optional(),
    })
    .optional(),
});

const reply = z.looseObject({
  ...stamp,
  kind: z.literal('reply'),
  exchange,
  channel,
  status: z.int().optional(),
  headers: headers.optional(),
  code: text.optional(),
  mismatches: texts.optional(),
  breaches: z.array(z.looseObject({ rule: text, expected: text, actual: text })).optional(),
  granted: texts.optional(),
  malformed: texts.optional(),
});

const delivery = z.looseObject({
  ...stamp,
  kind: z.literal('delivery'),
  exchange,
  outcome: z.enum(['handed-over', 'held', 'lost', 'cut']),
  since: z.number().optional(),
  status: z.int().optional(),
  code: text.optional(),
});

const refusal = z.looseObject({
  ...stamp,
  kind: z.literal('refusal'),
  exchange,
  channel,
  what: text,
  code: text,
  reason: text,
});

const broken = z.looseObject({
  ...stamp,
  kind: z.literal('broken'),
  exchange,
  reason: z.enum(['cut', 'reset', 'refused', 'timeout']),
  detail: text,
});

const connection = z.looseObject({
  ...stamp,
  kind: z.literal('connection'),
  connection: text,
  client: text.optional(),
  state: z.enum(['opening', 'open', 'refused', 'closed']),
  ticket: text.optional(),
  headers: headers.optional(),
  instance: text.optional(),
  retryAfterSeconds: z.number().optional(),
  status: z.int().optional(),
  closeCode: z.int().optional(),
  flooded: z.literal(true).optional(),
  by: z.enum(['harness', 'target']).optional(),
  detail: text.optional(),
});

const event = z.looseObject({
  ...stamp,
  kind: z.literal('event'),
  connection: text,
  to: texts.optional(),
  odd: z.enum(['fields', 'topic']).optional(),
  topic: text,
  eventId: text.optional(),
  deviceId: text.optional(),
  mismatches: texts.optional(),
  breaches: z.array(z.looseObject({ rule: text, expected: text, actual: text })).optional(),
});

const stray = z.looseObject({
  ...stamp,
  kind: z.literal('stray'),
  connection: text,
  text,
  detail: text,
  misfit: z.literal(true).optional(),
  malformed: z.boolean().optional(),
});

const stimulus = z.looseObject({
  ...stamp,
  kind: z.literal('stimulus'),
  name: text,
  deviceId: text.optional(),
  outcome: z.enum(['applied', 'failed']),
  detail: text.optional(),
});

const physical = z.looseObject({ ...stamp, kind: z.literal('physical'), deviceId: text, act: text });

const fault = z.looseObject({
  ...stamp,
  kind: z.literal('fault'),
  fault: text,
  type: text,
  deviceId: text.optional(),
  connection: text.optional(),
  cause: text,
  effect: text,
});

const step = z.looseObject({
  ...stamp,
  kind: z.literal('step'),
  scenario: text,
  step: text,
  attempt: z.int(),
});

/** Fields beyond those of a kind stay as they are: a later version may have more. */
export const traceRecord: z.ZodType<TraceRecord> = z.discriminatedUnion('kind', [
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
]) as unknown as z.ZodType<TraceRecord>;
