// Collects what the records of a trace say of clients: one draft for each exchange, connection and event.
import { OPEN_ERROR_CODES, STATED_ERROR_CODES, SUCCESS } from '../../contract/error-codes.js';
import type { CommandStatus } from '../../contract/schemas/scalars.js';
import { isObject } from '../../kernel/json.js';
import type {
  ConnectionRecord,
  DeliveryRecord,
  EventRecord,
  ReplyRecord,
  RequestRecord,
  TraceRecord,
} from '../../trace/record.js';
import type { Connection, Delivery, Exchange, Reply, Staged } from './traffic.js';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
/** Without an actor, which is known when all has been seen. */
export type ExchangeDraft = Writable<Omit<Exchange, 'actor'>> & {
  client: string | undefined;
  instance: string | undefined;
};
export type ConnectionDraft = Writable<Omit<Connection, 'actor'>> & {
  client: string | undefined;
  instance: string | undefined;
};
export type DeliveryDraft = Omit<Delivery, 'actor'>;

export interface Collected {
  readonly exchanges: readonly ExchangeDraft[];
  readonly connections: readonly ConnectionDraft[];
  readonly deliveries: readonly DeliveryDraft[];
  readonly staged: readonly Staged[];
  /** Records beyond the limits. */
  readonly dropped: number;
}

/** What is kept of a day at most: exchanges, connections, deliveries and words each. */
const MOST_KEPT = 200_000;

/** Faults that make frames of a connection late, or lose them. */
const DISTURBING = new Set(['half-open', 'stall']);

export function createCollector(): { see(record: TraceRecord): void; collected(): Collected } {
  const exchanges = new Map<number, ExchangeDraft>();
  const held = new Map<number, Reply>();
  const connections = new Map<string, ConnectionDraft>();
  const deliveries: DeliveryDraft[] = [];
  const staged: Staged[] = [];
  const told = new Set<string>();
  let attempts = 0;
  let dropped = 0;

  const room = (count: number): boolean => {
    if (count < MOST_KEPT) return true;
    dropped++;
    return false;
  };
  const close = (id: string, at: number): void => {
    for (const each of exchanges.values()) {
      if (each.connection === id && !each.reply && each.lostAt === undefined) each.lostAt = at;
    }
  };
  const connect = (record: ConnectionRecord & { at: number }): void => {
    const known = connections.get(record.connection);
    if (record.state === 'closed') {
      if (!known) return;
      known.closedAt = record.at;
      known.closedBy = record.by === 'target' ? 'service' : 'client';
      if (record.closeCode !== undefined) known.closeCode = record.closeCode;
      close(known.id, record.at);
    } else if (record.state !== 'opening' && room(connections.size)) {
      const id = record.state === 'open' ? record.connection : `attempt-${++attempts}`;
      connections.set(id, connectionOf(id, record));
    }
  };
  const deliver = (record: EventRecord & { at: number }): void => {
    const to = record.connection === '*' ? (record.to ?? []) : [record.connection];
    for (const connection of to) {
      if (!room(deliveries.length)) return;
      const identity = `${connection} ${record.eventId ?? `${record.topic} ${deliveries.length}`}`;
      deliveries.push(deliveryOf(record, connection, told.has(identity)));
      told.add(identity);
    }
  };
  const see = (record: TraceRecord): void => {
    switch (record.kind) {
      case 'request':
        if (room(exchanges.size)) exchanges.set(record.exchange, exchangeOf(record));
        return;
      case 'reply': {
        const known = exchanges.get(record.exchange);
        // Who has gone away before does not read it.
        if (known && known.lostAt === undefined) known.reply = replyOf(record);
        return;
      }
      case 'delivery': {
        const known = exchanges.get(record.exchange);
        if (known) settle(known, record, held);
        return;
      }
      case 'broken': {
        const known = exchanges.get(record.exchange);
        if (known) known.lostAt = record.at;
        return;
      }
      case 'connection':
        connect(record);
        return;
      case 'event':
        deliver(record);
        return;
      case 'fault': {
        const { at, type, effect, cause } = record;
        const hit = record.connection === undefined ? undefined : connections.get(record.connection);
        if (hit && DISTURBING.has(type)) hit.disturbed = true;
        if (room(staged.length)) staged.push({ at, what: `${type}: ${effect} (${cause})` });
        return;
      }
      case 'stimulus': {
        const { at, name, deviceId } = record;
        const on = deviceId === undefined ? '' : ` at ${deviceId}`;
        if (room(staged.length)) staged.push({ at, what: `${name}${on}` });
        return;
      }
      default:
    }
  };
  return {
    see,
    collected: () => ({
      exchanges: [...exchanges.values()].toSorted((a, b) => a.cameAt - b.cameAt || a.id - b.id),
      connections: [...connections.values()].toSorted((a, b) => a.askedAt - b.askedAt),
      deliveries: deliveries.toSorted((a, b) => a.at - b.at),
      staged,
      dropped,
    }),
  };
}

function exchangeOf(record: RequestRecord & { at: number }): ExchangeDraft {
  const { exchange: id, channel, what, seen, headers = {}, idempotencyKey: key } = record;
  const { method, path, deviceId, commandId, operation, connection, requestId } = record;
  return {
    id,
    channel,
    what,
    headers,
    client: record.client,
    instance: seen?.instance,
    cameAt: seen?.from ?? record.at,
    completeAt: seen?.to ?? record.at,
    ...(method !== undefined && { method }),
    ...(path !== undefined && { path }),
    ...(deviceId !== undefined && { deviceId }),
    ...(commandId !== undefined && { commandId }),
    ...(operation !== undefined && { operation }),
    ...(key !== undefined && { key }),
    ...(connection !== undefined && { connection }),
    ...(requestId !== undefined && { requestId }),
    ...(seen?.digest !== undefined && { digest: seen.digest }),
    ...(seen?.token !== undefined && { token: seen.token }),
    ...(seen?.socket !== undefined && { socket: seen.socket }),
  };
}

function replyOf(record: ReplyRecord & { at: number }): Reply {
  const { commandId, commandStatus } = record as { commandId?: string; commandStatus?: CommandStatus };
  const code = record.code ?? 'NONE';
  return {
    at: record.at,
    code,
    status: record.status ?? statusOf(code),
    ...(commandId !== undefined && { commandId }),
    ...(commandStatus !== undefined && { commandStatus }),
    ...dataOf(record.data),
  };
}

function dataOf(data: unknown): Partial<Reply> {
  if (!isObject(data)) return {};
  const { retryAfterSeconds, token, expiresIn, scopes, ticket } = data;
  return {
    ...(typeof retryAfterSeconds === 'number' && { retryAfter: retryAfterSeconds * 1000 }),
    ...(typeof token === 'number' && { token }),
    ...(typeof expiresIn === 'number' && { lifetime: expiresIn * 1000 }),
    ...(Array.isArray(scopes) && { scopes: scopes.map(String) }),
    ...(typeof ticket === 'string' && { ticket }),
  };
}

/** The service gives APP_DISABLED no status; nobody repeats it with another result than a 403. */
function statusOf(code: string): number {
  if (code === SUCCESS) return 200;
  const facts = { ...STATED_ERROR_CODES, ...OPEN_ERROR_CODES }[code as keyof typeof STATED_ERROR_CODES];
  return facts?.status ?? 403;
}

function settle(
  known: ExchangeDraft,
  record: DeliveryRecord & { at: number },
  held: Map<number, Reply>,
): void {
  const { outcome, status, code, data, at, since } = record;
  const given = known.reply ?? held.get(known.id);
  if (outcome === 'handed-over') {
    if (code !== undefined) known.reply = { at, code, status: status ?? statusOf(code), ...dataOf(data) };
    else if (given) known.reply = { ...given, at };
    return;
  }
  delete known.reply;
  if (outcome === 'held' && given) held.set(known.id, given);
  if (outcome !== 'held') known.lostAt = since ?? at;
}

function connectionOf(id: string, record: ConnectionRecord & { at: number }): ConnectionDraft {
  const { at, state, ticket, headers = {}, client, instance, status = 0, detail = '' } = record;
  const seconds = record.retryAfterSeconds;
  const refusal = { status, code: detail, ...(seconds !== undefined && { retryAfter: seconds * 1000 }) };
  return {
    id,
    client,
    instance,
    askedAt: at,
    headers,
    disturbed: false,
    ...(ticket !== undefined && { ticket }),
    ...(state === 'open' ? { openedAt: at } : { refusal }),
  };
}

function deliveryOf(record: EventRecord & { at: number }, connection: string, copy: boolean): DeliveryDraft {
  const { at, topic, eventId, deviceId, odd, data } = record;
  const changes = isObject(data) && Array.isArray(data['changes']) ? data['changes'] : [];
  return {
    at,
    connection,
    topic,
    copy,
    changes: changes.filter(isObject).map(({ kind, index }) => `${String(kind)} ${String(index)}`),
    ...(eventId !== undefined && { eventId }),
    ...(deviceId !== undefined && { deviceId }),
    ...(odd !== undefined && { odd }),
  };
}
