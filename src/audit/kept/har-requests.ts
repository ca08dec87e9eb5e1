// Requests of a HAR file in canonical terms: which endpoint, device, operation and key, and what the answer says.
import { endpointAt, isOperatingEndpoint } from '../../contract/endpoints.js';
import { SUCCESS } from '../../contract/error-codes.js';
import { decodeOperationRequest, type Dialect } from '../../dialect/dialect.js';
import { textOfBase64 } from '../../kernel/base64.js';
import { defined } from '../../kernel/defined.js';
import { isObject } from '../../kernel/json.js';
import type { ReplyRecord, RequestFacts, RequestRecord, SeenAtService } from '../../trace/record.js';
import type { ServiceReader } from './service-reader.js';
import { bodyIn, type HarEntry, harStart, type Timed } from './har-file.js';

export type HarRequests = ReturnType<typeof createHarRequests>;

/** Connections that could not be made, and answers that never came, have the status 0. */
const NO_ANSWER = 0;
const BEARER = /^Bearer +(\S+) *$/i;

interface KnownToken {
  /** In the order of issue, from 1. */
  readonly number: number;
  readonly client: string;
  readonly scopes: readonly string[];
}

interface Known {
  readonly dialect: Dialect;
  readonly tokens: Map<string, KnownToken>;
  readonly tickets: Map<string, { readonly name: string; readonly client: string | undefined }>;
  readonly digests: Map<string, string>;
  readonly reader: ServiceReader | undefined;
}

/** @param reader of answers, where the service is judged; undefined where its clients are. */
export function createHarRequests(dialect: Dialect, reader?: ServiceReader) {
  const known: Known = { dialect, reader, tokens: new Map(), tickets: new Map(), digests: new Map() };
  let exchanges = 0;
  return {
    /** The canonical answer, and what it says of tokens, tickets, commands and waits. */
    answer: (body: unknown, status: number | undefined) => answerIn(dialect, body, status),
    /** How much of an answer is read: all of it where the service is judged. */
    reader,
    nextExchange: (): number => ++exchanges,
    ticketName: (ticket: string): string => known.tickets.get(ticket)?.name ?? 'ticket-0',
    clientOfTicket: (ticket: string): string | undefined => known.tickets.get(ticket)?.client,
    exchange: (entry: HarEntry): readonly Timed[] => {
      const exchange = ++exchanges;
      const asked = requestIn(entry, exchange, known);
      return [{ at: harStart(entry), entry: asked }, replyIn(entry, asked, known)];
    },
  };
}

function requestIn(
  entry: HarEntry,
  exchange: number,
  { dialect, tokens, digests, reader }: Known,
): RequestRecord {
  const { request, connection } = entry;
  const from = harStart(entry);
  const url = new URL(request.url);
  const path = dialect.path(url.pathname);
  const headers = lowered(request.headers);
  const body = request.postData?.text ?? '';
  reader?.sent(bodyIn(body));
  const facts = factsOf(dialect, request.method, path, headers, body);
  const token = BEARER.exec(headers['authorization'] ?? '')?.[1];
  const owner = token === undefined ? undefined : tokens.get(token);
  // Where the service is judged, two whose tokens were issued before are not taken for one.
  const stranger = reader && token !== undefined ? reader.bearer(token).authorization : undefined;
  const client = facts.what === 'token.create' ? claimedIn(body) : (owner?.client ?? stranger);
  const told = `${url.search}\n${body}`;
  const digest = digests.get(told) ?? `d${digests.size}`;
  digests.set(told, digest);
  const seen: SeenAtService = {
    from,
    to: from,
    ...(token !== undefined && { token: owner?.number ?? 0 }),
    ...(told !== '\n' && { digest }),
    ...(connection !== undefined && /^\d+$/.test(connection) && { socket: Number(connection) }),
  };
  return {
    kind: 'request',
    exchange,
    channel: 'rest',
    ...facts,
    ...defined({ client }),
    method: request.method,
    path,
    headers: { ...telling(headers), ...reader?.bearer(token) },
    seen,
  };
}

function replyIn(entry: HarEntry, asked: RequestRecord, known: Known): Timed {
  const { exchange, what, client } = asked;
  const { response, time } = entry;
  const at = harStart(entry) + Math.max(0, time);
  const { status } = response;
  if (status === NO_ANSWER)
    return { at, entry: { kind: 'broken', exchange, reason: 'reset', detail: 'no response' } };
  const body = textOf(response.content);
  // A browser keeps no bodies of what it has left.
  if (known.reader && body === undefined)
    return { at, entry: { kind: 'broken', exchange, reason: 'cut', detail: 'its body was not kept' } };
  const read = bodyIn(body ?? '');
  const { code, data } = answerIn(known.dialect, read, status);
  const issued = issuedIn(what, read, client, known);
  if (known.reader) {
    const http = { status, headers: lowered(response.headers), body: body ?? '' };
    const answer = known.reader.reply(asked, http);
    const granted = answer.code === 'AUTH_SCOPE_DENIED' ? scopesOf(asked, known) : undefined;
    const all = { ...answer, ...defined({ granted }) };
    return { at, entry: { kind: 'reply', exchange, channel: 'rest', ...all } };
  }
  const wait = Number(lowered(response.headers)['retry-after'] ?? Number.NaN);
  const waits = status === 429 && wait >= 0 ? { retryAfterSeconds: wait } : {};
  const { commandId, commandStatus, ...rest }: Told = { ...waits, ...(data as object), ...issued };
  const answered = { status, ...defined({ code, commandId, commandStatus }), data: rest };
  return { at, entry: { kind: 'reply', exchange, channel: 'rest', ...answered } };
}

/** What came with the token that the request carried; undefined for one that was issued before. */
function scopesOf({ seen }: RequestRecord, { tokens }: Known): readonly string[] | undefined {
  return [...tokens.values()].find(({ number }) => number === seen?.token)?.scopes;
}

interface Told {
  readonly commandId?: string;
  readonly commandStatus?: string;
  readonly [field: string]: unknown;
}

function answerIn(
  dialect: Dialect,
  body: unknown,
  status: number | undefined,
): Pick<ReplyRecord, 'code' | 'data'> {
  const code = isObject(body) && typeof body['code'] === 'string' ? body['code'] : undefined;
  const data = isObject(body) && isObject(body['data']) ? body['data'] : {};
  const canonical = code === undefined || code === SUCCESS ? code : (dialect.canonicalCode(code) ?? code);
  const seconds = data['retryAfterSeconds'];
  const command = 'command' in data ? dialect.command.decode(data['command']) : undefined;
  const told = {
    ...(typeof seconds === 'number' && { retryAfterSeconds: seconds }),
    ...(command?.ok && { commandId: command.value.commandId, commandStatus: command.value.status }),
  };
  return { code: canonical ?? (status === 200 ? 'NONE' : `HTTP_${status ?? NO_ANSWER}`), data: told };
}

/** A token or a ticket in an answer, by its number. */
function issuedIn(
  what: string,
  body: unknown,
  client: string | undefined,
  { dialect, tokens, tickets }: Known,
): Readonly<Record<string, unknown>> {
  const data = isObject(body) && isObject(body['data']) ? body['data'] : {};
  const { accessToken, expiresIn, scopes, ticket } = data;
  if (what === 'token.create' && typeof accessToken === 'string') {
    const number = tokens.size + 1;
    const granted = Array.isArray(scopes) ? scopes.filter((each) => typeof each === 'string') : [];
    tokens.set(accessToken, { number, client: client ?? 'unknown', scopes: granted });
    const seconds = typeof expiresIn === 'number' ? expiresIn * dialect.lifetimeUnit : undefined;
    return { token: number, expiresIn: seconds, scopes };
  }
  if (what !== 'ticket.create' || typeof ticket !== 'string') return {};
  const name = `ticket-${tickets.size + 1}`;
  tickets.set(ticket, { name, client });
  return { ticket: name };
}

function factsOf(
  dialect: Dialect,
  method: string,
  pathname: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): RequestFacts {
  const found = endpointAt(method, pathname);
  if (!found) return { what: 'raw' };
  const { endpoint, named } = found;
  const { deviceId, commandId, index = '' } = named;
  const read = isOperatingEndpoint(endpoint)
    ? decodeOperationRequest(dialect, endpoint, { body: bodyIn(body), index })
    : undefined;
  const operation = read && read !== 'no index' && read.ok ? read.value : undefined;
  const idempotencyKey = headers['idempotency-key'];
  return { what: endpoint, ...defined({ deviceId, commandId, idempotencyKey, operation }) };
}

function claimedIn(body: string): string | undefined {
  const given = bodyIn(body);
  const clientId = isObject(given) ? given['clientId'] : undefined;
  return typeof clientId === 'string' ? clientId.slice(0, 256) : undefined;
}

/** Undefined where the file does not have it. */
function textOf({ text, size, encoding }: HarEntry['response']['content']): string | undefined {
  if (text === undefined || (text === '' && (size ?? 0) > 0)) return size === 0 ? '' : undefined;
  return encoding === 'base64' ? textOfBase64(text) : text;
}

export function lowered(headers: HarEntry['request']['headers']): Record<string, string> {
  return Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
}

const TELLING = /^(origin|host$|sec-fetch-|access-control-request-method$|x-http-method|x-method-override$)/;

/** Those by which browsers are known; no secrets. */
export function telling(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => TELLING.test(name)));
}
