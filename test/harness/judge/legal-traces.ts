// Traces of a right server, made by chance: a small server that keeps the rules, behind a network that delays,
// with all that the interface leaves free thrown in.
import fc from 'fast-check';
import type { Operation } from '../../../src/contract/schemas/command.js';
import type { TraceEntry, TraceRecord } from '../../../src/trace/record.js';
import { commandBody, ok, refused } from './traces.js';

/** One request: what it is, after which pause, how slow the ways are, and what befalls it. */
interface Act {
  readonly kind: 'refresh' | 'relay' | 'read' | 'ping' | 'repeat';
  readonly socket: boolean;
  readonly client: 'a' | 'b';
  readonly device: 'd1' | 'd2';
  readonly relay: 1 | 2;
  readonly pause: number;
  readonly there: number;
  readonly back: number;
  readonly fate: 'fine' | 'fine ' | 'limited' | 'busy' | 'error' | 'broken';
  /** How late its event comes, if there is one, and how often. */
  readonly late: number;
  readonly times: 1 | 2;
}

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom('refresh', 'relay', 'read', 'ping', 'repeat'),
  socket: fc.boolean(),
  client: fc.constantFrom('a', 'b'),
  device: fc.constantFrom('d1', 'd2'),
  relay: fc.constantFrom(1, 2),
  pause: fc.nat(4000),
  there: fc.nat(900),
  back: fc.nat(900),
  fate: fc.constantFrom('fine', 'fine ', 'limited', 'busy', 'error', 'broken'),
  late: fc.nat(4000),
  times: fc.constantFrom(1, 2),
});

type Timed = TraceEntry & { readonly at: number };
type Answer = { readonly status: number; readonly body: object };

interface Issued {
  readonly key: string;
  readonly act: Act;
  readonly commandId: string;
}

/** What the server remembers, in the order in which requests reach it. */
interface Memory {
  readonly refreshedAt: Map<string, number>;
  readonly issued: Issued[];
  readonly state: Map<string, boolean>;
}

const PERIPHERALS = { digitalInputs: [], analogInputs: [], sensors: [] };
const REFUSALS = {
  limited: { status: 429, body: refused('RATE_LIMITED', { retryAfterSeconds: 1 }) },
  busy: { status: 409, body: refused('DEVICE_BUSY') },
  error: { status: 500, body: refused('INTERNAL_ERROR') },
} as const;

function answerOf({ kind, device, relay, fate, socket }: Act, at: number, memory: Memory): Answer {
  if (fate === 'limited' || fate === 'busy' || fate === 'error') return REFUSALS[fate];
  switch (kind) {
    case 'refresh': {
      const last = memory.refreshedAt.get(device);
      if (last !== undefined && at - last < 3000) return REFUSALS.limited;
      memory.refreshedAt.set(device, at);
      return { status: 200, body: ok({ device: { deviceId: device } }) };
    }
    case 'relay': {
      memory.state.set(`${device} ${relay}`, !memory.state.get(`${device} ${relay}`));
      const commandId = `c${memory.issued.length}`;
      memory.issued.push({ key: `k${at}`, act: { kind, device, relay, socket } as Act, commandId });
      return { status: 200, body: commandBody(commandId) };
    }
    default:
      return { status: 200, body: ok({ devices: [] }) };
  }
}

const WHAT = {
  rest: {
    refresh: 'devices.read',
    relay: 'relays.set',
    read: 'devices.list',
    ping: 'devices.list',
    repeat: 'devices.list',
  },
  ws: {
    refresh: 'device.state.get',
    relay: 'device.operation.execute',
    read: 'session.ping',
    ping: 'session.ping',
    repeat: 'session.ping',
  },
} as const;

/** The records of one request, with the events that it gives rise to. */
function recordsOf(each: Act, exchange: number, sent: number, memory: Memory): readonly Timed[] {
  const arrived = sent + each.there;
  const again = each.kind === 'repeat' ? memory.issued.at(-1) : undefined;
  const plain = each.kind === 'repeat' ? ({ ...each, kind: 'read' } as const) : each;
  const base = again ? { ...plain, ...again.act, kind: 'relay' as const, client: 'a' as const } : plain;
  const channel = base.socket ? 'ws' : 'rest';
  const before = memory.issued.length;
  const answer =
    again && ['fine', 'fine ', 'broken'].includes(each.fate)
      ? { status: 200, body: commandBody(again.commandId) }
      : again
        ? REFUSALS.busy
        : answerOf(base, arrived, memory);
  const made = memory.issued.length > before ? memory.issued.at(-1) : undefined;
  const client = base.kind === 'relay' ? 'a' : base.client;
  const connection = base.socket ? { connection: `w-${client}` } : {};
  const key = again?.key ?? made?.key ?? `refused ${exchange}`;
  const operation = {
    name: 'device.relay.set',
    params: { relays: [{ index: base.relay, action: 'on' as const }] },
  } satisfies Operation;
  const request: Timed = {
    at: sent,
    kind: 'request',
    exchange,
    channel,
    client,
    ...connection,
    what: WHAT[channel][base.kind],
    requestId: `r${exchange}`,
    ...(base.kind === 'read' || base.kind === 'ping' ? {} : { deviceId: base.device }),
    ...(base.kind === 'relay' ? { operation, idempotencyKey: key } : {}),
  };
  const events = made ? eventsOf(base, arrived, memory) : [];
  return [request, endOf(each, exchange, arrived + each.back, channel, answer), ...events];
}

function endOf(
  { fate }: Act,
  exchange: number,
  at: number,
  channel: 'rest' | 'ws',
  { status, body }: Answer,
): Timed {
  if (fate === 'broken') return { at, kind: 'broken', exchange, reason: 'reset', detail: 'x' };
  const { code, data } = body as { code: string; data?: Record<string, unknown> };
  const seconds = data?.['retryAfterSeconds'];
  const headers: Record<string, string> = typeof seconds === 'number' ? { 'retry-after': `${seconds}` } : {};
  const wire = channel === 'ws' ? { ...body, type: 'reply', requestId: `r${exchange}`, extra: 1 } : body;
  const rest = channel === 'rest' ? { status, headers } : {};
  return { at, kind: 'reply', exchange, channel, code, data, body: wire, ...rest };
}

/** For both connections; late, and perhaps twice. */
function eventsOf({ device, relay, late, times }: Act, at: number, { state }: Memory): readonly Timed[] {
  const relays = [1, 2].map((index) => ({ index, on: state.get(`${device} ${index}`) ?? false }));
  const changes = [{ kind: 'relay', index: relay }];
  const data = { deviceId: device, changes, peripherals: { ...PERIPHERALS, relays } };
  return ['w-a', 'w-b'].flatMap((connection) =>
    Array.from({ length: times }, (_, copy): Timed => {
      const topic = 'device.state.changed';
      return { at: at + late + copy * 50, kind: 'event', connection, topic, deviceId: device, data };
    }),
  );
}

const OPENED: readonly Timed[] = ['a', 'b'].flatMap((client): Timed[] => [
  {
    at: 0,
    kind: 'connection',
    connection: `w-${client}`,
    client,
    state: 'opening',
    ticket: `<ticket ${client}>`,
  },
  { at: 1, kind: 'connection', connection: `w-${client}`, client, state: 'open' },
]);

export const legalTrace: fc.Arbitrary<readonly TraceRecord[]> = fc
  .array(act, { minLength: 1, maxLength: 40 })
  .map((acts) => {
    const memory: Memory = { refreshedAt: new Map(), issued: [], state: new Map() };
    let clock = 10;
    const sent = acts.map((each, at) => ({ each, exchange: at + 1, at: (clock += each.pause) }));
    // The server sees them in the order in which they arrive, not in that of sending.
    const arrivals = sent.toSorted((a, b) => a.at + a.each.there - (b.at + b.each.there));
    const records = arrivals.flatMap(({ each, exchange, at }) => recordsOf(each, exchange, at, memory));
    return [...OPENED, ...records]
      .toSorted((a, b) => a.at - b.at)
      .map((record, seq): TraceRecord => ({ ...record, seq }));
  });
