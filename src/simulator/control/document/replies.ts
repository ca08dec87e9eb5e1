// The shapes of what the control plane answers, for its OpenAPI document. Real replies are held to them by a test.
// Objects take further fields: readers of version 1 pass over what they do not know.
import * as z from 'zod';
import { JOURNAL_KINDS } from '../journal/entry.js';
import { snapshotSchema } from '../snapshot/snapshot.js';

/** Readers pass over further fields; what is written here has none. */
const open = <S extends z.ZodRawShape>(shape: S): z.ZodObject<S> => z.looseObject(shape);

const ms = z.number().meta({ description: 'milliseconds on the clock of the simulator' });
const instant = z.number().meta({ description: 'clock time: milliseconds since the Unix epoch' });
const index = z.int().min(1);
const count = z.int().min(0);
const level = z.looseObject({});

const relay = {
  index,
  on: z.boolean().meta({ description: 'as the device reports it' }),
  closed: z.boolean().meta({ description: 'the contact itself' }),
};

const deviceSummary = {
  deviceId: z.string(),
  name: z.string(),
  profileId: z.string(),
  online: z.boolean(),
  powered: z.boolean(),
  touched: z.boolean().meta({ description: 'false: it is as the fleet file says' }),
  lane: z.enum(['free', 'taken']),
  refreshIn: ms.meta({ description: 'ms until it may be refreshed; 0 when it may be now' }),
  faults: z.array(z.string()).meta({ description: 'ids of the faults that act on it' }),
  changedAt: instant.optional().meta({ description: 'its last event; absent before the first' }),
  relays: z.array(open(relay)),
  digitalInputs: z.array(open({ index, active: z.boolean(), contact: z.boolean() })),
};

export const REPLIES = {
  Index: open({
    routes: z.array(open({ method: z.string(), path: z.string(), summary: z.string() })),
  }),
  Document: open({ openapi: z.string() }),
  DevicePage: open({
    count,
    devices: z.array(open(deviceSummary)),
    nextCursor: z.string().optional(),
  }),
  Device: open({
    ...deviceSummary,
    relays: z.array(open({ ...relay, switchedTimes: count, jogDuration: ms })),
    analogInputs: z.array(open({ index, value: z.number() })),
    sensors: z.array(open({ key: z.string(), value: z.number() })),
    baudRate: z.int().nullable(),
    executions: count,
    supplied: z.boolean(),
    linked: z.boolean(),
  }),
  Witness: open({
    deviceId: z.string(),
    at: instant,
    executions: count.meta({ description: 'operations carried out; refreshes are not counted' }),
    relays: z.array(open({ index, closed: z.boolean(), switchedTimes: count })),
    powered: z.boolean(),
    linked: z.boolean(),
  }),
  Applied: open({
    applied: z.string(),
    at: instant,
    effect: z.enum(['already', 'lost']).optional(),
    why: z.string().optional(),
  }),
  Fault: open({
    id: z.string(),
    type: z.string(),
    order: z.looseObject({}),
    state: z.enum(['waiting', 'active', 'ended']),
    begins: z.string(),
    startsIn: ms.optional(),
    endsIn: ms.optional(),
    occasions: count,
    firings: count,
  }),
  FaultIds: open({ ids: z.array(z.string()) }),
  ClearedFaults: open({ cleared: z.array(z.string()) }),
  Clock: open({
    kind: z.enum(['steerable', 'manual', 'fixed']),
    now: instant,
    paused: z.boolean(),
    speed: z.number().meta({ description: 'clock seconds per second of the machine' }),
  }),
  Client: open({
    clientId: z.string(),
    scopes: z.array(z.string()),
    disabled: z.boolean(),
    quotas: z.record(z.string(), level),
  }),
  Expired: open({ expired: z.literal(true) }),
  Tickets: open({ tickets: z.array(open({ clientId: z.string(), expiresIn: ms })) }),
  CommandPage: open({
    count,
    commands: z.array(
      open({
        commandId: z.string(),
        deviceId: z.string(),
        clientId: z.string(),
        idempotencyKey: z.string().optional(),
        status: z.string(),
      }),
    ),
    nextCursor: z.string().optional(),
  }),
  JournalRecord: open({
    seq: z.int().min(1).meta({ description: 'its number, from 1 without gaps' }),
    at: instant,
    kind: z.enum(JOURNAL_KINDS),
    exchange: z.int().optional().meta({ description: 'ties a request to its reply and its refusal' }),
    what: z.string().optional().meta({ description: 'an endpoint such as relays.set, or a topic' }),
    channel: z.enum(['rest', 'ws']).optional(),
    client: z.string().optional(),
    deviceId: z.string().optional(),
    commandId: z.string().optional(),
    idempotencyKey: z.string().optional(),
    status: z.int().optional(),
    code: z.string().optional(),
    act: z.string().optional().meta({ description: 'of a physical record: operation or relay' }),
    reason: z.string().optional().meta({ description: 'of a refusal: what was wrong, in words' }),
  }),
  Restored: open({ restored: z.literal(true) }),
  Snapshot: snapshotSchema,
  Reset: open({ reset: z.literal(true) }),
  Problems: open({
    problems: z.array(
      open({
        message: z.string(),
        pointer: z.string().optional().meta({ description: 'JSON Pointer into the body, or ?name' }),
        hint: z.string().optional(),
      }),
    ),
  }),
} as const;

export type ReplyName = keyof typeof REPLIES;
