// Requests of a HAR file in canonical terms: which endpoint, device, operation and key, and what the answer says.
import {
  ENDPOINT_NAMES,
  ENDPOINTS,
  type EndpointName,
  isOperatingEndpoint,
} from '../../contract/endpoints.js';
import { SUCCESS } from '../../contract/error-codes.js';
import type { Dialect } from '../../dialect/dialect.js';
import { decodeOperationRequest } from '../../dialect/operation-requests.js';
import { isObject, jsonIn } from '../../kernel/json.js';
import type { ReplyRecord, RequestFacts, SeenAtService } from '../../trace/record.js';
import type { HarEntry } from './har-file.js';
import { startOf, type Timed } from './read-har.js';

export interface HarRequests {
  exchange(entry: HarEntry): readonly Timed[];
  /** The canonical answer, and what it says of tokens, tickets, commands and waits. */
  answer(body: unknown, status: number | undefined): Pick<ReplyRecord, 'code' | 'data'>;
  nextExchange(): number;
  ticketName(ticket: string): string;
  clientOfTicket(ticket: string): string | undefined;
}

const ROUTES = ENDPOINT_NAMES.map((name) => {
  const { method, path } = ENDPOINTS[name];
  const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`);
  return { name, method, pattern };
});

/** Connections that could not be made, and answers that never came, have the status 0. */
const NO_ANSWER = 0;
const BEARER = /^Bearer +(\S+) *$/i;

export function createHarRequests(dialect: Dialect): HarRequests {
  const tokens = new Map<string, { readonly number: number; readonly client: string }>();
  const tickets = new Map<string, { readonly name: string; readonly client: string | undefined }>();
  const digests = new Map<string, string>();
  let exchanges = 0;

  const digestOf = (text: string): string => {
    const known = digests.get(text) ?? `d${digests.size}`;
    digests.set(text, known);
    return known;
  };
  const answer: HarRequests['answer'] = (body, status) => {
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
  };
  const issued = (
    what: string,
    body: unknown,
    client: string | undefined,
  ): Readonly<Record<string, unknown>> => {
    const data = isObject(body) && isObject(body['data']) ? body['data'] : {};
    const { accessToken, expiresIn, scopes, ticket } = data;
    if (what === 'token.create' && typeof accessToken === 'string') {
      const number = tokens.size + 1;
      tokens.set(accessToken, { number, client: client ?? 'unknown' });
      return { token: number, expiresIn, scopes };
    }
    if (what !== 'ticket.create' || typeof ticket !== 'string') return {};
    const name = `ticket-${tickets.size + 1}`;
    tickets.set(ticket, { name, client });
    return { ticket: name };
  };

  return {
    answer,
    nextExchange: () => ++exchanges,
    ticketName: (ticket) => tickets.get(ticket)?.name ?? 'ticket-0',
    clientOfTicket: (ticket) => tickets.get(ticket)?.client,
    exchange: (entry) => {
      const { request, response, time, connection } = entry;
      const exchange = ++exchanges;
      const from = startOf(entry);
      const url = new URL(request.url);
      const headers = lowered(request.headers);
      const body = request.postData?.text ?? '';
      const facts = factsOf(dialect, request.method, url.pathname, headers, body);
      const token = BEARER.exec(headers['authorization'] ?? '')?.[1];
      const known = token === undefined ? undefined : tokens.get(token);
      const client = facts.what === 'token.create' ? claimedIn(body) : known?.client;
      const told = `${url.search}\n${body}`;
      const seen: SeenAtService = {
        from,
        to: from,
        ...(token !== undefined && { token: known?.number ?? 0 }),
        ...(told !== '\n' && { digest: digestOf(told) }),
        ...(connection !== undefined && /^\d+$/.test(connection) && { socket: Number(connection) }),
      };
      const asked: Timed = {
        at: from,
        entry: {
          kind: 'request',
          exchange,
          channel: 'rest',
          ...facts,
          ...(client !== undefined && { client }),
          method: request.method,
          path: url.pathname,
          headers: telling(headers),
          seen,
        },
      };
      const at = from + Math.max(0, time);
      if (response.status === NO_ANSWER)
        return [asked, { at, entry: { kind: 'broken', exchange, reason: 'reset', detail: 'no response' } }];
      const read = jsonIn(textOf(response.content));
      const { code, data } = answer(read, response.status);
      const wait = Number(lowered(response.headers)['retry-after'] ?? Number.NaN);
      const waits = response.status === 429 && wait >= 0 ? { retryAfterSeconds: wait } : {};
      const { commandId, commandStatus, ...rest } = {
        ...waits,
        ...(data as object),
        ...issued(facts.what, read, client),
      } as {
        commandId?: string;
        commandStatus?: string;
      };
      const reply = {
        kind: 'reply',
        exchange,
        channel: 'rest',
        status: response.status,
        ...(code !== undefined && { code }),
        ...(commandId !== undefined && { commandId }),
        ...(commandStatus !== undefined && { commandStatus }),
        data: rest,
      } as const;
      return [asked, { at, entry: reply }];
    },
  };
}

function factsOf(
  dialect: Dialect,
  method: string,
  pathname: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): RequestFacts {
  const found = ROUTES.find((route) => route.method === method && route.pattern.test(pathname));
  if (!found) return { what: 'raw' };
  const { name, pattern } = found;
  const { deviceId, commandId, index = '' } = pattern.exec(pathname)?.groups ?? {};
  const key = headers['idempotency-key'];
  const facts: RequestFacts = {
    what: name,
    ...(deviceId !== undefined && { deviceId: decoded(deviceId) }),
    ...(commandId !== undefined && { commandId: decoded(commandId) }),
    ...(key !== undefined && { idempotencyKey: key }),
  };
  return operationIn(dialect, name, facts, body, index);
}

function operationIn(
  dialect: Dialect,
  name: EndpointName,
  facts: RequestFacts,
  body: string,
  index: string,
): RequestFacts {
  if (!isOperatingEndpoint(name)) return facts;
  const read = decodeOperationRequest(dialect, name, { body: jsonIn(body), index });
  return read !== 'no index' && read.ok ? { ...facts, operation: read.value } : facts;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function claimedIn(body: string): string | undefined {
  const given = jsonIn(body);
  const clientId = isObject(given) ? given['clientId'] : undefined;
  return typeof clientId === 'string' ? clientId.slice(0, 256) : undefined;
}

function textOf({ text, encoding }: HarEntry['response']['content']): string {
  return encoding === 'base64'
    ? new TextDecoder().decode(Uint8Array.from(atob(text), (each) => each.charCodeAt(0)))
    : text;
}

export function lowered(headers: HarEntry['request']['headers']): Record<string, string> {
  return Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
}

const TELLING = /^(origin|sec-fetch-|access-control-request-method$|x-http-method|x-method-override$)/;

/** Those by which browsers are known; no secrets. */
export function telling(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => TELLING.test(name)));
}
