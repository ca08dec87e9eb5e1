// Collects what the records of a trace say of clients: one draft for each exchange, connection and event.
import { OPEN_ERROR_CODES, STATED_ERROR_CODES, SUCCESS } from '../../contract/error-codes.js';
import type { CommandStatus } from '../../contract/schemas/scalars.js';
import { defined } from '../../kernel/defined.js';
import { isObject } from '../../kernel/json.js';
import type {
  ConnectionRecord,
  DeliveryRecord,
  EventRecord,
  ReplyRecord,
  RequestRecord,
  TraceRecord,
} from '../../trace/record.js';
import type { ClientConnection, DeliveredEvent, ClientExchange, ClientReply } from './traffic.js';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
/** Without an actor, which is known when all has been seen. */
export type ExchangeDraft = Writable<Omit<ClientExchange, 'actor' | 'worker'>> & {
  client: string | undefined;
  instance: string | undefined;
};
export type ConnectionDraft = Writable<Omit<ClientConnection, 'actor' | 'worker'>> & {
  client: string | undefined;
  instance: string | undefined;
};
export type DeliveryDraft = Omit<DeliveredEvent, 'actor'>;

export interface Collected {
  readonly exchanges: readonly ExchangeDraft[];
  readonly connections: readonly ConnectionDraft[];
  readonly deliveries: readonly DeliveryDraft[];
}

/** What is kept of a day at most: exchanges, connections and deliveries each. */
const MOST_KEPT = 200_000;

/** Faults that make frames of a connection late, or lose them. */
const DISTURBING = new Set(['half-open', 'stall']);

export function createCollector() {
  const exchanges = new Map<number, ExchangeDraft>();
  const held = new Map<number, ClientReply>();
  const connections = new Map<string, ConnectionDraft>();
  const events = createEvents();
  let attempts = 0;
  const room = (count: number): boolean => count < MOST_KEPT;
  const connect = (record: ConnectionRecord & { at: number }): void => {
    const known = connections.get(record.connection);
    if (record.state === 'closed' && known) close(known, record, exchanges.values());
    const isAsked = record.state === 'open' || record.state === 'refused';
    if (!isAsked || !room(connections.size)) return;
    const id = record.state === 'open' ? record.connection : `attempt-${++attempts}`;
    connections.set(id, connectionOf(id, record));
  };
  const about = (record: Of<'reply' | 'delivery' | 'broken'>): void => {
    const known = exchanges.get(record.exchange);
    if (!known) return;
    if (record.kind === 'broken') known.lostAt = record.at;
    else if (record.kind === 'delivery') settle(known, record, held);
    // Who has gone away before does not read it.
    else if (known.lostAt === undefined) known.reply = replyOf(record);
  };
  const disturb = (record: Of<'fault'>): void => {
    const hit = connections.get(record.connection ?? '');
    if (hit && DISTURBING.has(record.type)) hit.disturbed = true;
  };
  return {
    see: (record: TraceRecord): void => {
      if (record.kind === 'request') {
        if (!isOfSimulator(record) && room(exchanges.size))
          exchanges.set(record.exchange, exchangeOf(record));
      } else if (record.kind === 'reply' || record.kind === 'delivery' || record.kind === 'broken')
        about(record);
      else if (record.kind === 'connection') connect(record);
      else if (record.kind === 'event') events.see(record);
      else if (record.kind === 'fault') disturb(record);
    },
    collected: (): Collected => ({
      exchanges: [...exchanges.values()].toSorted((a, b) => a.cameAt - b.cameAt || a.id - b.id),
      connections: [...connections.values()].toSorted((a, b) => a.askedAt - b.askedAt),
      deliveries: events.deliveries.toSorted((a, b) => a.at - b.at),
    }),
  };
}

/** The fault of this name asks the service itself: nothing comes over a connection, and no client is to blame. */
const OWN_CLIENT = 'foreign-traffic';

function isOfSimulator({ client, seen }: Of<'request'>): boolean {
  return client === OWN_CLIENT && seen === undefined;
}

type Of<K extends TraceRecord['kind']> = Extract<TraceRecord, { readonly kind: K }>;

function createEvents() {
  const deliveries: DeliveryDraft[] = [];
  const told = new Set<string>();
  return {
    see: (record: EventRecord & { at: number }): void => {
      const to = record.connection === '*' ? (record.to ?? []) : [record.connection];
      for (const connection of to) {
        if (deliveries.length >= MOST_KEPT) return;
        const identity = `${connection} ${record.eventId ?? `${record.topic} ${deliveries.length}`}`;
        deliveries.push(deliveryOf(record, connection, told.has(identity)));
        told.add(identity);
      }
    },
    deliveries: deliveries as readonly DeliveryDraft[],
  };
}

/** A reply that left so long before the end of its connection has been read, in ms. */
const READ_BY = 500;

/** What was under way on a connection gets no reply any more. */
function close(
  known: ConnectionDraft,
  { at, by }: ConnectionRecord & { at: number },
  exchanges: Iterable<ExchangeDraft>,
): void {
  known.closedAt = at;
  known.closedBy = by === 'target' ? 'service' : 'client';
  for (const each of exchanges) {
    if (each.connection !== known.id) continue;
    if (!each.reply) each.lostAt ??= at;
    else if (at - each.reply.at < READ_BY) each.mayBeUnread = known.closedBy;
  }
}

function exchangeOf(record: RequestRecord & { at: number }): ExchangeDraft {
  const { exchange: id, channel, what, seen, headers = {}, idempotencyKey: key } = record;
  const { method, path, deviceId, commandId, operation, connection, requestId } = record;
  const { digest, token, socket, instance, from = record.at, to = record.at } = seen ?? {};
  return {
    id,
    channel,
    what,
    headers,
    client: record.client,
    instance,
    cameAt: from,
    completeAt: to,
    ...defined({ method, path, deviceId, commandId, operation, key, connection, requestId }),
    ...defined({ digest, token, socket }),
  };
}

function replyOf(record: ReplyRecord & { at: number }): ClientReply {
  const { commandId, commandStatus } = record as { commandId?: string; commandStatus?: CommandStatus };
  const code = record.code ?? 'NONE';
  return {
    at: record.at,
    code,
    status: record.status ?? statusOf(code),
    ...defined({ commandId, commandStatus }),
    ...dataOf(record.data),
  };
}

function dataOf(data: unknown): Partial<ClientReply> {
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
  held: Map<number, ClientReply>,
): void {
  const { outcome, status, code, data, at, since } = record;
  const given = known.reply ?? held.get(known.id);
  // What was held back until after the end of its connection has not come.
  if (outcome === 'handed-over' && known.lostAt !== undefined) return;
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
    ...defined({ ticket }),
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
    ...defined({ eventId, deviceId, odd }),
  };
}
