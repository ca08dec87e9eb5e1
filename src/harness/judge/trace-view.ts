// The trace as judges read it: requests with what became of them, connections with what came on them, and events.
import { SUCCESS } from '../../contract/error-codes.js';
import { readShape } from '../../contract/read-shape.js';
import { groupBy } from '../../kernel/group-by.js';
import type { Interval } from '../../kernel/interval.js';
import type {
  BrokenRecord,
  ConnectionRecord,
  EventRecord,
  ReplyRecord,
  RequestRecord,
  StimulusRecord,
  StrayRecord,
  TraceRecord,
} from '../../trace/record.js';
import { withoutCopies } from './copies.js';
import { keptIn } from '../../kernel/kept-in.js';

// The trace as judges read it: requests with what became of them, and connections with what came on them.

type Stamped<T> = T & { readonly seq: number; readonly at: number };

export interface SeenExchange {
  readonly id: number;
  readonly request: Stamped<RequestRecord>;
  readonly reply?: Stamped<ReplyRecord>;
  readonly broken?: Stamped<BrokenRecord>;
  /** The time in which the target can have acted on it; without a reply it never ends. */
  readonly span: Interval;
}

/** A stimulus or a look at a witness, with the time in which it was done. */
export type SeenStimulus = Stamped<StimulusRecord> & { readonly span: Interval };

/** An exchange with a reply. */
export type AnsweredCall = SeenExchange & { readonly reply: Stamped<ReplyRecord> };

export interface TraceView {
  /** In the order in which the requests were sent. */
  readonly exchanges: readonly SeenExchange[];
  readonly answered: readonly AnsweredCall[];
  readonly connections: readonly Stamped<ConnectionRecord>[];
  readonly strays: readonly Stamped<StrayRecord>[];
  readonly events: readonly Stamped<EventRecord>[];
  readonly stimuli: readonly SeenStimulus[];
  /** When the last record about a connection came. */
  readonly lastSeen: ReadonlyMap<string, number>;
  /** Connections that have worked: a request on them succeeded, or an event came. */
  readonly lively: ReadonlySet<string>;
  /**
   * What several invariants read out of it, by what reads it. It stands here and not in a WeakMap of whoever reads it:
   * the values of one that is older than they are outlive their key until all of the heap is collected.
   */
  readonly readings: Map<object, unknown>;
}

export function viewTrace(records: readonly TraceRecord[]): TraceView {
  const replies = new Map<number, Stamped<ReplyRecord>>();
  const broken = new Map<number, Stamped<BrokenRecord>>();
  for (const record of records) {
    // The first reply to a request is its reply.
    if (record.kind === 'reply' && !replies.has(record.exchange)) replies.set(record.exchange, record);
    if (record.kind === 'broken') broken.set(record.exchange, record);
  }
  const exchanges = records.flatMap((record) => {
    if (record.kind !== 'request') return [];
    const reply = replies.get(record.exchange);
    const broke = broken.get(record.exchange);
    const span = { from: record.at, to: reply?.at ?? Number.POSITIVE_INFINITY };
    return [
      {
        id: record.exchange,
        request: record,
        span,
        ...(reply ? { reply } : {}),
        ...(broke ? { broken: broke } : {}),
      },
    ];
  });
  const answered = exchanges.filter((each): each is AnsweredCall => each.reply !== undefined);
  const lively = new Set([
    // A refusal may be what a connection is told before it is closed.
    ...answered.flatMap(({ request, reply }) => (reply.code === SUCCESS ? (request.connection ?? []) : [])),
    ...records.flatMap((record) => (record.kind === 'event' ? record.connection : [])),
  ]);
  const connections = records.filter((record) => record.kind === 'connection');
  const opened = new Map(
    connections.flatMap(({ connection, state, at }) => (state === 'open' ? [[connection, at] as const] : [])),
  );
  return {
    exchanges,
    answered,
    connections,
    strays: records.filter((record) => record.kind === 'stray'),
    events: withoutCopies(
      records.filter((record) => record.kind === 'event'),
      (connection) => opened.get(connection),
    ),
    // A stimulus is recorded when it is done; it began after whatever was recorded before.
    stimuli: records.flatMap((record, at) =>
      record.kind === 'stimulus'
        ? [{ ...record, span: { from: records[at - 1]?.at ?? record.at, to: record.at } }]
        : [],
    ),
    lastSeen: lastSeenIn(records, exchanges),
    lively,
    readings: new Map(),
  };
}

/** What the target said on a connection: a request that was sent tells nothing of it. */
function lastSeenIn(
  records: readonly TraceRecord[],
  exchanges: readonly SeenExchange[],
): ReadonlyMap<string, number> {
  const connectionOf = new Map(exchanges.map(({ id, request }) => [id, request.connection]));
  const seen = new Map<string, number>();
  for (const record of records) {
    const connection =
      record.kind === 'event' || record.kind === 'stray'
        ? record.connection
        : record.kind === 'reply'
          ? connectionOf.get(record.exchange)
          : undefined;
    if (connection !== undefined) seen.set(connection, record.at);
  }
  return seen;
}

/** Sent malformed on purpose: what the rules say of a right request does not hold for it. */
export function isRaw({ request }: SeenExchange): boolean {
  return request.what === 'raw';
}

/** `429 RATE_LIMITED` or `RATE_LIMITED over WebSocket`. */
export function answerWords({ reply }: AnsweredCall): string {
  const code = reply.code ?? 'no envelope';
  return reply.channel === 'ws' ? `${code} over WebSocket` : `${reply.status ?? 'no status'} ${code}`;
}

// What several invariants read out of the same trace is worked out once for each view of a trace.

/** `read`, which depends on nothing but the view, with its answers remembered as long as the view lives. */
export function perView<T extends object>(read: (view: TraceView) => T): (view: TraceView) => T {
  // Under `read` stands nothing but what it has given.
  return (view) => keptIn(view.readings, read, () => read(view)) as T;
}

/** The same for what is asked of each device of a trace. */
export function perDevice<T>(
  read: (deviceId: string, view: TraceView) => T,
): (deviceId: string, view: TraceView) => T {
  const answers = perView(() => new Map<string, { readonly answer: T }>());
  return (deviceId, view) => keptIn(answers(view), deviceId, () => ({ answer: read(deviceId, view) })).answer;
}

// Whether a device stayed where it was: with its power, its network and its place in the account. What a device
// does with its relays when it loses power is not stated.

const AWAY: ReadonlySet<string> = new Set(['cut-power', 'restore-power', 'drop-link', 'restore-link']);

export const isSteady = perDevice((deviceId, { events, stimuli, exchanges }): boolean => {
  const told = events.some(
    (each) => each.deviceId === deviceId && /^device\.(connection|power)\./.test(each.topic),
  );
  const done = stimuli.some((each) => each.deviceId === deviceId && AWAY.has(each.name));
  const managed = exchanges.some(
    ({ request: { what, deviceId: which = deviceId } }) =>
      (what === 'devices.add' || what === 'devices.remove') && which === deviceId,
  );
  return !told && !done && !managed;
});

// The connections that were open, from when to when, and who listened on them.

export interface Listener {
  readonly connection: string;
  readonly client: string | undefined;
  readonly openedAt: number;
  /** Undefined while it is open. */
  readonly closedAt: number | undefined;
  /** The last sign of life that the target gave on it; undefined when it gave none. */
  readonly lastSeen: number | undefined;
}

export const listenersIn = perView(({ connections, lastSeen }: TraceView): readonly Listener[] => {
  const closedAt = new Map(
    connections.flatMap(({ connection, state, at }) => (state === 'closed' ? [[connection, at]] : [])),
  );
  return connections
    .filter(({ state }) => state === 'open')
    .map(({ connection, client, at }) => ({
      connection,
      client,
      openedAt: at,
      closedAt: closedAt.get(connection),
      lastSeen: lastSeen.get(connection),
    }));
});

const LET_IN: ReadonlySet<string> = new Set([SUCCESS, 'RATE_LIMITED', 'DEVICE_BUSY']);

/** The client was let at the device in this trace, if only to hear that it has to wait: it may hear of it. */
export function isEntitled({ client }: Listener, deviceId: string, { answered }: TraceView): boolean {
  return answered.some(
    ({ request, reply }) =>
      request.client === client && request.deviceId === deviceId && LET_IN.has(reply.code ?? ''),
  );
}

// The events of one connection about the state of one device, and the channels that they speak of.

type Seen = Stamped<EventRecord>;

export interface StateEvent {
  readonly record: Seen;
  /** `relay 1`, `digitalInput 2`. */
  readonly named: ReadonlySet<string>;
  /** Whether each channel was on, or active. */
  readonly state: ReadonlyMap<string, boolean>;
}

export interface DeviceEvents {
  readonly connection: string;
  readonly deviceId: string;
  readonly changed: readonly StateEvent[];
  /** Nothing on the connection tells that the device was gone or without power for a time. */
  readonly undisturbed: boolean;
}

/** Only events that fit the dialect: of others nobody knows what they name. */
export const stateEventsOf = perView(({ events }: TraceView): readonly DeviceEvents[] => {
  const groups = groupBy(
    events.filter((each): each is Seen & { readonly deviceId: string } => each.deviceId !== undefined),
    ({ connection, deviceId }) => JSON.stringify([connection, deviceId]),
  );
  return [...groups.values()].flatMap((group): DeviceEvents[] => {
    const [first] = group;
    if (!first) return [];
    const { connection, deviceId } = first;
    const undisturbed = !group.some(({ topic }) => /^device\.(connection|power)\./.test(topic));
    const changed = group.flatMap(readStateEvent);
    return changed.length === 0 ? [] : [{ connection, deviceId, changed, undisturbed }];
  });
});

/** The same, of all connections together. */
export function stateEventsAbout(deviceId: string, view: TraceView): readonly StateEvent[] {
  return stateEventsOf(view).flatMap((each) => (each.deviceId === deviceId ? each.changed : []));
}

function readStateEvent(record: Seen): StateEvent[] {
  if (record.topic !== 'device.state.changed' || record.mismatches?.length) return [];
  const data = readShape('stateChanged', record.data);
  if (!data) return [];
  const { changes, peripherals } = data;
  const named = new Set(changes.map(({ kind, index }) => `${kind} ${index}`));
  return [{ record, named, state: channelStates(peripherals) }];
}

interface Channels {
  readonly relays: readonly { readonly index: number; readonly on: boolean }[];
  readonly digitalInputs: readonly { readonly index: number; readonly active: boolean }[];
}

/** The channels that `changes` can name, by the words for them. */
export function channelStates({ relays, digitalInputs }: Channels): ReadonlyMap<string, boolean> {
  return new Map([
    ...relays.map(({ index, on }) => [`relay ${index}`, on] as const),
    ...digitalInputs.map(({ index, active }) => [`digitalInput ${index}`, active] as const),
  ]);
}
