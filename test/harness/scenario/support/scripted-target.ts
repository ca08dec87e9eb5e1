// A target in memory that answers by a script, on the clock of the test. It records as the driver does.
import { createAnswers } from '../../../../src/harness/target/answers.js';
import { createRoundTrips } from '../../../../src/harness/target/refresh-book.js';
import { createQuotaBook } from '../../../../src/harness/target/quota-book.js';
import { createEventDeliveries, type EventDeliveries } from '../../../../src/harness/target/deliveries.js';
import { createMisfits } from '../../../../src/harness/target/misfit/misfits.js';
import type { Clock } from '../../../../src/kernel/clock.js';
import type { Dialect } from '../../../../src/dialect/dialect.js';
import type { Call, Exchange, CallOutcome, CallReply } from '../../../../src/harness/target/call.js';
import type {
  TargetConnection,
  Connected,
  RequestOptions,
  Target,
} from '../../../../src/harness/target/target.js';
import type { EventRecord } from '../../../../src/trace/record.js';
import { createTrace, type Trace } from '../../../../src/trace/trace.js';

export interface Asked {
  readonly call: Call;
  readonly channel: 'rest' | 'ws';
  readonly client: string;
  readonly connection?: string;
  readonly authentication?: string;
  readonly cut: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  readonly code?: string;
  readonly status?: number;
  readonly data?: unknown;
  readonly headers?: Record<string, string>;
  readonly mismatches?: readonly string[];
  /** No reply at all. */
  readonly broken?: 'reset' | 'timeout';
  /** The connection broke because another one of its client was opened. */
  readonly displaced?: true;
  /** The target closes the connection after it. */
  readonly closes?: boolean;
  /** Time until the answer, in ms; default 10. */
  readonly took?: number;
}

export interface Script {
  answer(asked: Asked): Answer;
  /** What becomes of an upgrade; default: open. */
  connect?(client: string, ticket: string | null | undefined): 'open' | number | 'reset';
}

export interface ScriptedTarget extends Target {
  /** Everything that was asked, in order. */
  readonly asked: readonly Asked[];
  emit(event: Omit<EventRecord, 'kind' | 'connection'>): void;
  /** Names of the connections that are open. */
  open(): readonly string[];
}

const WHAT: Partial<Record<Call['name'], [rest: string, ws: string]>> = {
  refresh: ['devices.read', 'device.state.get'],
  operate: ['relays.set', 'device.operation.execute'],
  readCommand: ['commands.read', ''],
  listDevices: ['devices.list', ''],
  createTicket: ['ticket.create', ''],
  createToken: ['token.create', ''],
  ping: ['', 'session.ping'],
};

interface Shared {
  readonly clock: Clock;
  readonly script: Script;
  readonly asked: Asked[];
  readonly connections: Set<OpenConnection>;
  readonly deliveries: EventDeliveries;
  exchanges: number;
  names: number;
}

export function scriptedTarget(clock: Clock, script: Script): ScriptedTarget {
  const books = {
    asked: [],
    connections: new Set<OpenConnection>(),
    deliveries: createEventDeliveries(clock),
  };
  const shared: Shared = { clock, script, ...books, exchanges: 0, names: 0 };
  return {
    ...viewOf(shared, createTrace(clock)),
    asked: shared.asked,
    emit: (event) => {
      for (const connection of shared.connections) connection.deliver(event);
    },
    open: () => [...shared.connections].map(({ connection }) => connection.name),
  };
}

function viewOf(shared: Shared, trace: Trace): Target {
  return {
    clock: shared.clock,
    dialect: { name: 'scripted' } as Dialect,
    misfits: createMisfits(true),
    answers: createAnswers(shared.clock),
    quotas: createQuotaBook(shared.clock),
    roundTrips: createRoundTrips(shared.clock),
    deliveries: shared.deliveries,
    trace,
    recordingTo: (other) => viewOf(shared, other),
    request: (call, options) => exchange(shared, trace, call, { ...asRest(call, options) }),
    connect: async (client, options = {}) => {
      await shared.clock.sleep(5);
      const decided = shared.script.connect?.(client, options.ticket) ?? 'open';
      if (decided === 'reset') return { kind: 'refused', detail: 'reset' };
      if (decided !== 'open') return { kind: 'refused', status: decided, detail: `HTTP ${decided}` };
      return openConnection(shared, trace, client, `${options.name ?? client}#${++shared.names}`);
    },
    close: async () => {
      await Promise.all([...shared.connections].map(({ connection }) => connection.close()));
    },
  };
}

function asRest(call: Call, { client, authentication, cutAfterSending, signal }: RequestOptions): Asked {
  const proof = authentication?.kind === 'bearer' ? authentication.token : authentication?.kind;
  const shown = proof === undefined ? {} : { authentication: proof };
  return { call, channel: 'rest', client, cut: cutAfterSending ?? false, signal, ...shown };
}

async function exchange(shared: Shared, trace: Trace, call: Call, asked: Asked): Promise<Exchange> {
  const id = ++shared.exchanges;
  const sentAt = shared.clock.now();
  shared.asked.push(asked);
  const requestId = `r${id}`;
  const names = WHAT[call.name];
  trace.add({
    kind: 'request',
    exchange: id,
    channel: asked.channel,
    client: asked.client,
    requestId,
    what: (asked.channel === 'rest' ? names?.[0] : names?.[1]) ?? 'raw',
    ...(asked.connection === undefined ? {} : { connection: asked.connection }),
    ...(asked.channel === 'rest' ? { headers: { authorization: 'Bearer ***' } } : {}),
    ...factsOf(call),
  });
  const answer = shared.script.answer(asked);
  await shared.clock.sleep(answer.took ?? 10, asked.signal).catch(() => undefined);
  const done = { id, channel: asked.channel, call, sentAt, answeredAt: shared.clock.now() };
  if (asked.cut || asked.signal?.aborted) return { ...done, outcome: broken(trace, id, 'cut') };
  if (answer.broken) {
    const displaced = answer.displaced && { displaced: answer.displaced };
    return { ...done, outcome: { ...broken(trace, id, answer.broken), ...displaced } };
  }
  const reply = replyOf(answer, asked.channel);
  const data = answer.data === undefined ? {} : { data: onTheWire(answer.data) };
  const body = { code: reply.code, message: reply.message, requestId, ...data };
  trace.add({
    kind: 'reply',
    exchange: id,
    channel: asked.channel,
    code: reply.code,
    data: answer.data,
    body: asked.channel === 'ws' ? { type: 'reply', ...body } : body,
    ...(reply.status === undefined ? {} : { status: reply.status, headers: reply.headers }),
  });
  return { ...done, outcome: { kind: 'reply', reply: { ...reply, requestId } } };
}

/** A command shows its operation by name. */
function onTheWire(data: unknown): unknown {
  const { command } = data as { command?: { operation: { name: string } } };
  return command ? { ...(data as object), command: { ...command, operation: command.operation.name } } : data;
}

const STATUS: Record<string, number> = {
  SUCCESS: 200,
  AUTH_INVALID: 401,
  AUTH_SCOPE_DENIED: 403,
  DEVICE_BUSY: 409,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
};

function replyOf(answer: Answer, channel: 'rest' | 'ws'): CallReply {
  const { code = 'SUCCESS', data, mismatches = [] } = answer;
  const seconds = (data as { retryAfterSeconds?: number } | undefined)?.retryAfterSeconds;
  const header: Record<string, string> = seconds === undefined ? {} : { 'retry-after': String(seconds) };
  return {
    code,
    message: code === 'SUCCESS' ? 'OK' : 'no',
    data,
    mismatches,
    headers: channel === 'rest' ? { ...header, ...answer.headers } : {},
    ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }),
    ...(channel === 'rest' ? { status: answer.status ?? STATUS[code] ?? 400 } : {}),
  };
}

function broken(
  trace: Trace,
  id: number,
  reason: 'cut' | 'reset' | 'timeout',
): CallOutcome & { readonly kind: 'broken' } {
  trace.add({ kind: 'broken', exchange: id, reason, detail: reason });
  return { kind: 'broken', reason, detail: reason };
}

function factsOf(call: Call): object {
  if (call.name === 'operate')
    return { deviceId: call.deviceId, operation: call.operation, idempotencyKey: call.idempotencyKey };
  return call.name === 'refresh' ? { deviceId: call.deviceId } : {};
}

interface OpenConnection {
  readonly connection: TargetConnection;
  deliver(event: Omit<EventRecord, 'kind' | 'connection'>): void;
}

function openConnection(shared: Shared, trace: Trace, client: string, name: string): Connected {
  const { clock } = shared;
  const events: (EventRecord & { at: number })[] = [];
  const listeners = new Set<() => void>();
  let closed: TargetConnection['closed'];
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const end = (by: 'harness' | 'target', code: number): void => {
    if (closed) return;
    closed = { at: clock.now(), code, by };
    shared.connections.delete(entry);
    tell();
  };
  const connection: TargetConnection = {
    name,
    client,
    openedAt: clock.now(),
    get closed() {
      return closed;
    },
    request: async (call, options = {}) => {
      const asked: Asked = {
        call,
        channel: 'ws',
        client,
        connection: name,
        cut: options.cutAfterSending ?? false,
      };
      const done = await exchange(shared, trace, call, asked);
      if (asked.cut) end('harness', 1006);
      return done;
    },
    events: () => events,
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      await clock.sleep(1);
      end('harness', 1000);
    },
    cut: () => end('harness', 1006),
  };
  const entry: OpenConnection = {
    connection,
    deliver: (event) => {
      const record = { kind: 'event', connection: name, at: clock.now(), ...event } as const;
      trace.add({ kind: 'event', connection: name, ...event });
      events.push(record);
      tell();
    },
  };
  shared.connections.add(entry);
  trace.add({ kind: 'connection', connection: name, client, state: 'open' });
  return { kind: 'open', connection };
}
