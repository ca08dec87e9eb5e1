// The journal as the log of the transports: rows for requests that the service was not asked about, answers that
// another one left for, replies that left late or never, events on each connection.
import { ENDPOINTS, isOperatingEndpoint } from '../../../contract/endpoints.js';
import { SUCCESS } from '../../../contract/error-codes.js';
import type { WsRequest } from '../../../contract/schemas/message.js';
import { type Dialect, decodeOperationRequest, frameFacts, secretNames } from '../../../dialect/dialect.js';
import { detached } from '../../../kernel/compact.js';
import { readJson } from '../../../kernel/json-limits.js';
import { defined } from '../../../kernel/defined.js';
import { isObject, jsonIn, valueAtPointer } from '../../../kernel/json.js';
import { redactNames, redactQuery } from '../../../output/secret-names.js';
import type { RefusalRecord, RefusedPart, RequestFacts } from '../../../trace/record.js';
import { JSON_LIMITS, MEMORY_LIMITS } from '../../limits/limits.js';
import type { ExchangeRow, Origin, Upgrade, WebSocketOrigin } from '../../service/origin.js';
import type { Refusal } from '../../service/outcome.js';
import type { ServiceEvent } from '../../service/ports.js';
import type { ArrivedRequest, RestReply } from '../../transport/rest/message.js';
import type { SentEvent, TrafficLog } from '../../transport/traffic-log.js';
import type { Answer, JournalEntry } from './entry.js';
import { type Issued, createObserve } from './issued.js';
import type { Journal } from './journal.js';

/** An answer that leaves so many ms after it was given, or sooner, leaves at once. */
const AT_ONCE = 1;

export interface TrafficParts {
  readonly journal: Journal;
  readonly dialect: Dialect;
  readonly now: () => number;
  readonly salt: number;
  readonly tokens: Issued;
  readonly tickets: Issued;
}

type JournalTraffic = TrafficLog & {
  /** Publishes an event, and records where it went. */
  publish(event: ServiceEvent, publish: () => void): void;
};

export function createJournalTraffic(parts: TrafficParts): JournalTraffic {
  const { journal, dialect, now, salt, tokens } = parts;

  const settled = (
    origin: Origin,
    client: string | undefined,
    request: RequestFacts,
    answer: Answer,
  ): void => {
    const row = journal.asked({ origin, channel: origin.channel, client, request });
    journal.answered(row, answer);
  };
  /** The service gave one answer, and another one leaves. */
  const replaced = (origin: Origin, answer: Answer): void => {
    const { row } = origin;
    if (!row) return;
    const { status, code, data } = answer;
    const left = defined({ code, status, data });
    journal.note({ kind: 'delivery', exchange: row.exchange, outcome: 'handed-over', ...left });
  };
  const late = ({ exchange, askedAt, answeredAt }: ExchangeRow): void => {
    if (now() - answeredAt <= AT_ONCE) return;
    journal.note({ kind: 'delivery', exchange, outcome: 'handed-over', took: now() - askedAt });
  };

  const settleRest: TrafficLog['answered'] = (request, reply) => {
    const { origin } = request;
    const known = origin.row?.code;
    if (known !== undefined && statusOf(dialect, known) === reply.status) return;
    const answer = answerIn(dialect, reply);
    if (origin.row) return replaced(origin, answer);
    const malformed = answer.code === 'INVALID_REQUEST';
    settled(origin, origin.seen?.client, askedOverRest(dialect, request, malformed), answer);
  };
  const settleMessage: TrafficLog['replied'] = (origin, request, outcome) => {
    const code = outcome.ok ? SUCCESS : outcome.refusal.code;
    const answer = { code, ...(!outcome.ok && { data: announced(outcome.refusal) }) };
    if (origin.row && origin.row.code !== code) return replaced(origin, answer);
    if (origin.row) return late(origin.row);
    settled(origin, origin.connection.clientId, askedOverWebSocket(dialect, request), answer);
  };
  const refusals = createRefusalNotes(journal, dialect, now);

  return {
    observe: createObserve(now, tokens, salt),
    answered: (request, reply) => {
      settleRest(request, reply);
      if (reply.status >= 400) refusals.overRest(request, reply);
    },
    replied: (origin, request, outcome, wire) => {
      settleMessage(origin, request, outcome);
      if (!outcome.ok) refusals.overWebSocket(origin, request ?? wire, outcome.refusal);
    },
    delivered: (origin, outcome, since) => {
      if (!origin.row) return;
      const { exchange, askedAt } = origin.row;
      const when = since === undefined ? undefined : { since };
      journal.note({ kind: 'delivery', exchange, outcome, ...when, took: now() - askedAt });
    },
    ...connectionLog(parts),
    ...eventLog(journal),
  };
}

function statusOf(dialect: Dialect, code: string): number {
  return code === SUCCESS ? 200 : dialect.error(code as Refusal['code']).status;
}

/** Of a reply that the service did not give, so that nothing else is known of it than what is written. */
function answerIn(dialect: Dialect, { status, body, delivery }: RestReply): Answer {
  const read = jsonIn(String(body));
  const wireCode = isObject(read) ? read['code'] : undefined;
  const code = typeof wireCode === 'string' ? (dialect.canonicalCode(wireCode) ?? wireCode) : 'NONE';
  const data = isObject(read) && isObject(read['data']) ? read['data'] : {};
  const seconds = data['retryAfterSeconds'];
  // Nothing of a reply that will not leave is the caller's to know.
  if (delivery?.kind === 'reset') return { status, code };
  return { status, code, ...(typeof seconds === 'number' && { data: { retryAfterSeconds: seconds } }) };
}

/** What a refusal tells its caller to do. */
export function announced({ retryAfterSeconds }: Refusal): { retryAfterSeconds: number } | undefined {
  return retryAfterSeconds === undefined ? undefined : { retryAfterSeconds };
}

/** How a record of a connection names a ticket and what else is known of an upgrade. */
function upgradeFacts(tickets: Issued, upgrade: Upgrade | undefined) {
  if (!upgrade) return {};
  const { ticket, headers, instance } = upgrade;
  const number = ticket === undefined ? undefined : (tickets.find(ticket)?.number ?? 0);
  return defined({ ticket: number === undefined ? undefined : `ticket-${number}`, headers, instance });
}

function connectionLog({
  journal,
  dialect,
  tickets,
}: TrafficParts): Pick<TrafficLog, 'declined' | 'opened' | 'closed'> {
  return {
    declined: (upgrade, refusal) => journal.note(refusedUpgrade(dialect, tickets, upgrade, refusal)),
    opened: ({ id, clientId }, upgrade) => {
      const facts = upgradeFacts(tickets, upgrade);
      journal.note({ kind: 'connection', connection: id, client: clientId, state: 'open', ...facts });
    },
    closed: ({ id, clientId }, close) => {
      const by = close ? 'target' : 'harness';
      const how = close && { closeCode: close.code, detail: close.reason };
      journal.note({ kind: 'connection', connection: id, client: clientId, state: 'closed', by, ...how });
    },
  };
}

export function refusedUpgrade(
  dialect: Dialect,
  tickets: Issued,
  upgrade: Upgrade | undefined,
  refusal: Refusal,
): JournalEntry {
  const holder = upgrade?.ticket === undefined ? undefined : tickets.find(upgrade.ticket);
  const { code, retryAfterSeconds } = refusal;
  return {
    kind: 'connection',
    connection: 'none',
    state: 'refused',
    by: 'target',
    detail: code,
    status: statusOf(dialect, code),
    ...defined({ client: holder?.clientId, retryAfterSeconds }),
    ...upgradeFacts(tickets, upgrade),
  };
}

/** An event is one record, however many connections it goes to; what goes another way has a record of its own. */
function eventLog(journal: Journal): Pick<JournalTraffic, 'publish' | 'sent'> {
  let publishing:
    { readonly event: SentEvent; readonly to: string[]; readonly apart: JournalEntry[] } | undefined;
  /** Of the event before. Most go to the same connections, and the journal keeps thousands of them. */
  let receivers: readonly string[] = [];
  return {
    publish: (event, publish) => {
      const outer = publishing;
      const own = { event, to: [], apart: [] };
      publishing = own;
      publish();
      publishing = outer;
      if (!areSame(receivers, own.to)) receivers = own.to;
      recordEvent(journal, event, receivers);
      for (const entry of own.apart) journal.note(entry);
    },
    sent: ({ id }, event, odd) => {
      // Copies of an event follow each other on their connection.
      const first = publishing?.event === event && publishing.to.at(-1) !== id && odd === undefined;
      if (first) {
        publishing?.to.push(id);
        return;
      }
      const { topic, eventId, deviceId } = event;
      const about = defined({ topic, eventId, deviceId, odd });
      const data = odd === 'fields' && 'changes' in event ? { data: { changes: event.changes } } : {};
      const entry: JournalEntry = { kind: 'event', connection: id, ...about, ...data };
      if (publishing) publishing.apart.push(entry);
      else journal.note(entry);
    },
  };
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each, at) => each === others[at]);
}

/** The state block is left out: it is large, and the changes say what is new in it. */
function recordEvent(journal: Journal, event: ServiceEvent, to: readonly string[]): void {
  const { topic, eventId, deviceId } = event;
  const common = { kind: 'event', connection: '*', to, topic, eventId, deviceId } as const;
  if (event.topic === 'device.state.changed') journal.note({ ...common, data: { changes: event.changes } });
  else if (event.topic === 'device.rs485.received') journal.note({ ...common, data: event.data });
  else journal.note(common);
}

// What a request asked for that the service was never asked about: the transport or a fault answered it. In the same
// canonical terms as the others, as far as it can be read.

/** A client's own words may be long; nothing longer than this is kept. */
const LONGEST_NAME = 256;

/** @param malformed the answer says that the request could not be read. */
function askedOverRest(dialect: Dialect, request: ArrivedRequest, malformed: boolean): RequestFacts {
  const { routed, headers, body } = request;
  if ('refusal' in routed) return { what: 'raw' };
  const { endpoint, parameters } = routed;
  const { access } = ENDPOINTS[endpoint];
  if (malformed && (access === 'none' || access === 'ticket')) return { what: 'raw' };
  const { deviceId, commandId, index = '' } = parameters;
  const key = headers['idempotency-key'];
  const kept = (text: string | undefined): string | undefined => text && detached(text, LONGEST_NAME);
  const facts: RequestFacts = {
    what: endpoint,
    ...defined({ deviceId: kept(deviceId), commandId: kept(commandId), idempotencyKey: kept(key) }),
  };
  if (!isOperatingEndpoint(endpoint)) return facts;
  // What is too deep or too much has been refused, and nobody walks it here either.
  const read = readJson(body, JSON_LIMITS);
  if (!read.ok) return facts;
  const operation = decodeOperationRequest(dialect, endpoint, { body: read.value, index });
  return operation !== 'no index' && operation.ok ? { ...facts, operation: operation.value } : facts;
}

function askedOverWebSocket(dialect: Dialect, request: WsRequest | undefined): RequestFacts {
  return (request && frameFacts(dialect, request)) ?? { what: 'raw' };
}

// What was wrong with a request that was refused: what came, where it did not fit, and what went back. It is noted for
// refusals only, and from what the transport has at hand, so that a request that is carried out costs nothing.

function createRefusalNotes(journal: Journal, dialect: Dialect, now: () => number) {
  const isSecret = secretNames(dialect);
  const shown = (value: unknown): unknown => bounded(redactNames(value, isSecret));
  const note = (row: ExchangeRow, origin: Origin, rest: RefusedWith): void => {
    const { deviceId, what } = row.request;
    journal.note({
      kind: 'refusal',
      exchange: row.exchange,
      channel: row.channel,
      ...defined({ what, client: row.client, deviceId }),
      took: now() - origin.at,
      ...rest,
    });
  };
  const partsOf = (refusal: Refusal | undefined, wire: unknown): Pick<RefusalRecord, 'problems'> => {
    const parts = refusal?.problems?.map(({ pointer, expected }): RefusedPart => {
      const came = valueAtPointer(redactNames(wire, isSecret), pointer);
      return { pointer, expected, ...(came !== undefined && { came: bounded(came) }) };
    });
    return parts && parts.length > 0 ? { problems: parts } : {};
  };
  return {
    overRest: (request: ArrivedRequest, reply: RestReply): void => {
      const { method, target, body, origin } = request;
      if (!origin.row) return;
      const wire = wireOf(request);
      const returned = jsonIn(String(reply.body));
      const fields = isObject(returned) ? returned : {};
      const path = detached(redactQuery(target, isSecret), MEMORY_LIMITS.maxJournalPath);
      note(origin.row, origin, {
        method,
        path,
        status: reply.status,
        code: origin.row.code ?? 'NONE',
        reason: reasonOf(reply.refusal, fields),
        ...partsOf(reply.refusal, wire),
        ...(body !== '' && { sent: wire === undefined ? unreadableWords(request) : shown(wire) }),
        returned: shown(returned),
      });
    },
    /** @param sent the request, or the JSON of a frame that is none. */
    overWebSocket: (origin: WebSocketOrigin, sent: unknown, refusal: Refusal): void => {
      if (!origin.row) return;
      const { code, message } = refusal;
      const wireCode = dialect.error(code).code;
      note(origin.row, origin, {
        code,
        reason: message,
        ...partsOf(refusal, sent),
        ...(sent !== undefined && { sent: shown(sent) }),
        returned: { code: wireCode, message },
      });
    },
  };
}

type RefusedWith = Pick<
  RefusalRecord,
  'method' | 'path' | 'status' | 'code' | 'reason' | 'problems' | 'sent' | 'returned'
>;

function reasonOf(refusal: Refusal | undefined, fields: Readonly<Record<string, unknown>>): string {
  if (refusal) return refusal.message;
  const { message } = fields;
  return typeof message === 'string' ? message : 'the reply does not say why';
}

// What came and went as bytes, as a record or a page shows it: JSON where it is some, and never more than is read.

/** The body as JSON; undefined when it is none, or more than is looked at. */
export function wireOf({ body }: ArrivedRequest): unknown {
  if (body === '' || body.length > LARGEST_READ) return undefined;
  const read = readJson(body, JSON_LIMITS);
  return read.ok ? read.value : undefined;
}

/** Bodies with more characters are told by their length. */
const LARGEST_READ = 65_536;
/** Characters of JSON that a record keeps of one body. */
const LARGEST_KEPT = 2000;
/** Characters of a body that is no JSON. */
const EXCERPT = 200;

/** What is no JSON has no names by which a secret in it could be told: it is shown where none belongs. */
export function unreadableWords({ body, routed }: ArrivedRequest): string {
  const size = `${body.length} characters`;
  if (body.length > LARGEST_READ) return `<${size}>`;
  const access = 'refusal' in routed ? 'none' : ENDPOINTS[routed.endpoint].access;
  const mayHoldSecrets = access === 'none' || access === 'ticket' || access === 'device:manage';
  return mayHoldSecrets ? `<${size} that are no JSON>` : detached(body, EXCERPT);
}

/** @param most characters of JSON. */
export function bounded(value: unknown, most = LARGEST_KEPT): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined || text.length <= most ? value : `<JSON of ${text.length} characters>`;
}
