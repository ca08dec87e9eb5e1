// What was seen, under one reading of dialect and profile: the bodies of a trace are read anew, whoever read them first.
import {
  type Endpoint,
  endpointAt,
  type EndpointName,
  ENDPOINTS,
  isOperatingEndpoint,
} from '../contract/endpoints.js';
import { SUCCESS } from '../contract/error-codes.js';
import { type Operation, operationFacts } from '../contract/operations.js';
import type { ShapeName } from '../contract/schemas/shapes.js';
import type { AdditionBody, PasswordChange } from '../contract/schemas/device.js';
import { isEventTopic } from '../contract/topics.js';
import { type Codec, type Decoded, decodeOperationRequest, type Dialect } from '../dialect/dialect.js';
import type { Profile } from '../harness/profile/profile.js';
import { isObject } from '../kernel/json.js';
import type {
  EventRecord,
  ReplyRecord,
  RequestRecord,
  StimulusRecord,
  TraceRecord,
} from '../trace/record.js';

/** How a target is read. */
export interface ProbeReading {
  readonly dialect: Dialect;
  readonly profile: Profile;
  /** What a stimulus really does; undefined where it does nothing. Default: what it says. */
  readonly stimulus?: (act: SightedAct) => SightedAct | undefined;
}

export type SightedExchange = ReturnType<typeof exchangeOf>;

export type SightedEvent = ReturnType<typeof eventOf>;

export interface SightedAct {
  readonly at: number;
  readonly name: string;
  readonly deviceId: string | undefined;
  readonly index?: number;
  readonly key?: string;
  readonly active?: boolean;
  readonly value?: number;
  readonly data?: string;
  readonly client?: string;
  /** What a witness has counted. */
  readonly seen?: number;
}

export type Sights = ReturnType<typeof sightsOf>;

export function sightsOf(records: readonly TraceRecord[], reading: ProbeReading) {
  const replies = new Map<number, ReplyRecord & { readonly at: number }>();
  for (const record of records)
    if (record.kind === 'reply' && !replies.has(record.exchange)) replies.set(record.exchange, record);
  const { dialect, stimulus = (act) => act } = reading;
  const forms = formsOf(dialect);
  return {
    ...reading,
    exchanges: readOnce(EXCHANGES, records, forms.ofExchanges, () =>
      records.flatMap((record) =>
        record.kind === 'request' && record.what !== 'raw'
          ? exchangeOf(record, replies.get(record.exchange), dialect)
          : [],
      ),
    ),
    /** Connections that were made, with the time for which they stood. */
    connections: connectionsIn(records),
    events: readOnce(EVENTS, records, forms.ofEvents, () =>
      records.flatMap((record) => (record.kind === 'event' ? eventOf(record, dialect) : [])),
    ),
    acts: records.flatMap((record) =>
      record.kind === 'stimulus' && record.outcome === 'applied' ? (stimulus(actOf(record)) ?? []) : [],
    ),
  };
}

// A trace is read under hundreds of readings, of which most differ in one shape: what that shape is no part of is read once.

const OF_EVENTS: ReadonlySet<string> = new Set(['wsEvent', 'stateChanged', 'deviceNotice', 'rs485Received']);
/** What an event may be read by beside its own shapes. */
const OF_BOTH: ReadonlySet<string> = new Set(['indexBase', 'peripherals', 'device', 'without']);

const FORMS = new WeakMap<Dialect, { readonly ofExchanges: string; readonly ofEvents: string }>();

/** All that exchanges, and that events are read by. */
function formsOf(dialect: Dialect) {
  const known = FORMS.get(dialect);
  if (known) return known;
  const { content } = dialect.source;
  const parts = Object.entries(isObject(content) ? content : {});
  const forms = {
    ofExchanges: JSON.stringify(parts.filter(([name]) => !OF_EVENTS.has(name))),
    ofEvents: JSON.stringify(parts.filter(([name]) => OF_EVENTS.has(name) || OF_BOTH.has(name))),
  };
  FORMS.set(dialect, forms);
  return forms;
}

interface ReadBefore<T> {
  readonly form: string;
  readonly read: readonly T[];
}

const EXCHANGES = new WeakMap<readonly TraceRecord[], ReadBefore<ReturnType<typeof exchangeOf>>>();
const EVENTS = new WeakMap<readonly TraceRecord[], ReadBefore<ReturnType<typeof eventOf>>>();

/** Kept is what the first reading came to: that of the dialect as it stands. */
function readOnce<T>(
  known: WeakMap<readonly TraceRecord[], ReadBefore<T>>,
  records: readonly TraceRecord[],
  form: string,
  read: () => readonly T[],
): readonly T[] {
  const before = known.get(records);
  if (before?.form === form) return before.read;
  const own = read();
  if (!before) known.set(records, { form, read: own });
  return own;
}

function connectionsIn(records: readonly TraceRecord[]) {
  const ended = new Map<string, number>();
  for (const record of records)
    if (record.kind === 'connection' && record.state !== 'open') ended.set(record.connection, record.at);
  return records.flatMap((record) =>
    record.kind === 'connection' && record.state === 'open'
      ? [{ from: record.at, to: ended.get(record.connection) ?? Infinity }]
      : [],
  );
}

function exchangeOf(
  request: RequestRecord & { readonly at: number },
  reply: (ReplyRecord & { readonly at: number }) | undefined,
  dialect: Dialect,
) {
  const { what, deviceId, commandId, idempotencyKey: key, channel, client = '' } = request;
  const asked = channel === 'ws' ? frameOf(request, dialect) : bodyOf(request, dialect);
  const { body, status } = reply ?? {};
  const { code, data: raw } = isObject(body) ? body : {};
  const ok = code === SUCCESS;
  const read = ok ? readData(dialect, what, raw) : undefined;
  return {
    id: request.exchange,
    what,
    channel,
    client,
    deviceId,
    commandId,
    /** It asks for a part of a list. */
    query: request.path?.includes('?') ?? false,
    key,
    ...asked,
    from: request.at,
    /** Infinity without a reply. */
    to: reply?.at ?? Infinity,
    status,
    /** As it came. */
    code: typeof code === 'string' ? code : undefined,
    ok,
    /** Canonical; undefined where it does not fit, or has no form. */
    data: valueOf(read),
    /** The first place that does not fit, be it of a field that may be absent. */
    misfit: read && misfitIn(read),
    raw,
  };
}

interface Asked {
  /** Undefined where it is none, or where the body is none under this reading. */
  readonly operation: Operation | undefined;
  /** The request has the form of the reading. */
  readonly readable: boolean;
  /** What adds a device or changes its password, in canonical terms. */
  readonly asks?: AdditionBody | PasswordChange;
}

function bodyOf({ what, body, path = '' }: RequestRecord, dialect: Dialect): Asked {
  if (what === 'devices.add' || what === 'devices.password') {
    const read = dialect.shapes[MANAGING[what]].decode(body);
    return { operation: undefined, readable: read.ok, ...(read.ok && { asks: read.value }) };
  }
  if (!isEndpoint(what) || !isOperatingEndpoint(what)) return { operation: undefined, readable: true };
  const { index = '' } = endpointAt(ENDPOINTS[what].method, path)?.named ?? {};
  const read = decodeOperationRequest(dialect, what, { body, index });
  if (read === 'no index' || !read.ok) return { operation: undefined, readable: false };
  return { operation: read.value, readable: true };
}

const MANAGING = { 'devices.add': 'deviceAddition', 'devices.password': 'passwordChange' } as const;

/** The shape of the body of a request over REST; undefined where it has none, or where the interface shows it. */
export function bodyShapeOf(what: string): ShapeName | undefined {
  if (what === 'devices.add' || what === 'devices.password') return MANAGING[what];
  if (!isEndpoint(what)) return undefined;
  const { body, operation }: Endpoint = ENDPOINTS[what];
  return body ?? (operation && operationFacts(operation).params);
}

function isEndpoint(what: string): what is EndpointName {
  return Object.hasOwn(ENDPOINTS, what);
}

function frameOf({ what, body }: RequestRecord, dialect: Dialect): Asked {
  const frame = dialect.shapes.wsRequest.decode(body);
  if (!frame.ok || frame.value.topic !== what) return { operation: undefined, readable: false };
  if (what === 'device.state.get')
    return { operation: undefined, readable: dialect.shapes.stateRequest.decode(frame.value.data).ok };
  if (what !== 'device.operation.execute') return { operation: undefined, readable: true };
  const asked = dialect.executeRequest.decode(frame.value.data);
  return asked.ok
    ? { operation: asked.value.operation, readable: true }
    : { operation: undefined, readable: false };
}

function readData(dialect: Dialect, what: string, data: unknown): Decoded<unknown> | undefined {
  const [shape] = DATA_SHAPES[what] ?? [];
  if (shape) return dialect.shapes[shape].decode(data, '/data');
  if (what !== 'commands.read' && what !== 'device.operation.execute' && !isOperation(what)) return undefined;
  return dialect.command.decode(isObject(data) ? data['command'] : undefined, '/data/command');
}

function isOperation(what: string): boolean {
  return isEndpoint(what) && isOperatingEndpoint(what);
}

/** The shapes that the data of replies show: the first one reads them, and the others stand in it. */
export const DATA_SHAPES: Readonly<
  Record<string, readonly [reads: keyof Dialect['shapes'], within?: ShapeName]>
> = {
  'devices.list': ['deviceList', 'device'],
  'devices.read': ['deviceDetail', 'peripherals'],
  'device.state.get': ['deviceState', 'peripherals'],
  'devices.config': ['deviceConfig'],
  'profiles.list': ['profileList', 'deviceProfile'],
  'devices.add': ['deviceAdded'],
};

export function eventShapeOf(topic: string): 'stateChanged' | 'rs485Received' | 'deviceNotice' {
  if (topic === 'device.state.changed') return 'stateChanged';
  return topic === 'device.rs485.received' ? 'rs485Received' : 'deviceNotice';
}

function eventOf(record: EventRecord & { readonly at: number }, dialect: Dialect) {
  const { at, connection, body } = record;
  const frame = dialect.shapes.wsEvent.decode(body);
  const value = frame.ok ? frame.value : frame.bearable;
  const { topic = '', occurredAt } = value ?? {};
  const seen = { at, connection, topic, occurredAt };
  if (!value) return { ...seen, data: undefined, misfit: misfitIn(frame) };
  if (!isEventTopic(topic)) return { ...seen, data: undefined, misfit: undefined };
  const codec: Pick<Codec<unknown>, 'decode'> = dialect.shapes[eventShapeOf(topic)];
  const read = codec.decode(value.data, dialect.eventData);
  return { ...seen, data: valueOf(read), misfit: misfitIn(read) ?? misfitIn(frame) };
}

function valueOf(read: Decoded<unknown> | undefined): unknown {
  return read && (read.ok ? read.value : read.bearable);
}

function misfitIn(read: Decoded<unknown>): string | undefined {
  if (read.ok) return undefined;
  const first = read.mismatches.find(({ optional }) => !optional) ?? read.mismatches[0];
  return first && `${first.pointer}: expected ${first.expected}, got ${first.actual}`;
}

function actOf({
  name,
  deviceId,
  parameters,
  at,
  detail,
}: StimulusRecord & { readonly at: number }): SightedAct {
  const seen = name === 'executions' && detail !== undefined ? { seen: Number(detail) } : {};
  return { at, name, deviceId, ...seen, ...(isObject(parameters) ? parameters : {}) };
}
