// Serves one request of a socket: reads its body, asks the REST handler and writes the reply.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { andThen, type MaybePromise } from '../../../kernel/maybe-promise.js';
import { SERVICE_FAILED } from '../envelope.js';
import { endWithReply, tooLong } from '../odd-http.js';
import type { ServerParts } from '../server-parts.js';
import type { Refusal } from '../../service/outcome.js';
import { refusalReply } from './handle.js';
import type { Arrival, RestReply, RestRequest, WholeReply, DeliveryOutcome } from './message.js';
import { writeReply } from './write-reply.js';
import type { Dialect } from '../../../dialect/dialect.js';
import { openApiDocument } from '../../../specification/open-api.js';
import { splitTarget } from './router.js';
import { isUtf8 } from 'node:buffer';
import { REQUEST_LIMITS } from '../../limits/limits.js';

/** What the server has for all of its requests. */
export interface Serving {
  isClosing(): boolean;
  /** The response has ended, or its socket has gone. */
  answered(socket: Socket): void;
  /** Undefined where nobody records. */
  readonly deliveries: ReplyDeliveries | undefined;
}

/** In every case the client gets a reply or a broken connection, and nothing is thrown. */
export function serveRequest(
  parts: ServerParts,
  { isClosing, answered, deliveries }: Serving,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { socket } = request;
  const arrival = deliveries?.arrival(socket);
  const witness = arrival && ((outcome: DeliveryOutcome) => deliveries?.settle(arrival, outcome));
  response.on('close', () => {
    answered(socket);
    if (response.headersSent) witness?.(response.writableFinished ? 'handed-over' : 'cut');
  });
  const fail = (error: unknown): void => answerBug(parts, response, error);
  const send = (reply: RestReply | undefined): MaybePromise<void> => {
    if (!reply) return;
    // While the server closes, the connection must not wait for another request.
    if (isClosing()) response.shouldKeepAlive = false;
    return writeReply(response, reply, parts, witness);
  };
  try {
    const sent = andThen(replyTo(parts, request, arrival), send);
    if (sent instanceof Promise) sent.catch(fail);
  } catch (error) {
    fail(error);
  }
}

function answerBug(parts: ServerParts, response: ServerResponse, bug: unknown): void {
  parts.onBug?.(bug);
  try {
    if (response.headersSent) response.destroy();
    else void writeReply(response, refusal(parts, SERVICE_FAILED), parts);
  } catch {
    response.destroy();
  }
}

/** The reply; undefined when the client has gone, or has been answered already and is being disconnected. */
function replyTo(
  parts: ServerParts,
  request: IncomingMessage,
  arrival: Arrival | undefined,
): MaybePromise<RestReply | undefined> {
  const long = tooLong(request);
  if (long)
    return { ...refusal(parts, { code: 'INVALID_REQUEST', message: long.message }), status: long.status };
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    return refusal(parts, { code: 'INVALID_REQUEST', message: 'A request names its Host.' });
  }
  const document = openApiReply(request.method, request.url, parts.dialect);
  if (document) return document;
  if (!hasBody(request)) return parts.rest(restRequest(request, '', arrival));
  return readBody(request, parts.settings.maxBodyBytes).then((body) =>
    answerBody(parts, request, arrival, body),
  );
}

function answerBody(
  parts: ServerParts,
  request: IncomingMessage,
  arrival: Arrival | undefined,
  body: ReadBody,
): MaybePromise<RestReply | undefined> {
  const { maxBodyBytes } = parts.settings;
  if (body.kind === 'read') return parts.rest(restRequest(request, body.text, arrival));
  if (body.kind === 'gone') return undefined;
  const reply = refusal(parts, faultOf(body, maxBodyBytes));
  if (body.kind === 'no-text' || body.ended) return reply;
  endWithReply(request.socket, reply, parts.machine);
  return undefined;
}

function faultOf(body: Exclude<ReadBody, { kind: 'read' | 'gone' }>, limit: number): Refusal {
  return body.kind === 'no-text'
    ? { code: 'INVALID_REQUEST', message: 'The body is not UTF-8.' }
    : { code: 'PAYLOAD_TOO_LARGE', message: `A request body has at most ${limit} bytes.` };
}

function restRequest(request: IncomingMessage, body: string, arrival: Arrival | undefined): RestRequest {
  return {
    method: request.method ?? '',
    target: request.url ?? '',
    headers: request.headers as Record<string, string | undefined>,
    body,
    arrival,
  };
}

function refusal(parts: ServerParts, why: Refusal): WholeReply {
  return refusalReply(why, parts.dialect, parts.random);
}

// The OpenAPI document of the service, at a path that the interface does not use. It needs no access token.

const OPEN_API_PATH = '/openapi.json';

/** Made when it is first asked for: most runs never do. */
const texts = new WeakMap<Dialect, string>();

/** The reply to a request for the document; undefined when the request is for something else. */
function openApiReply(
  method: string | undefined,
  target: string | undefined,
  dialect: Dialect,
): RestReply | undefined {
  if (method !== 'GET' || !target?.startsWith(OPEN_API_PATH)) return undefined;
  if (splitTarget(target)[0] !== OPEN_API_PATH) return undefined;
  const body = texts.get(dialect) ?? JSON.stringify(openApiDocument(dialect));
  texts.set(dialect, body);
  return { status: 200, headers: {}, body };
}

// Reads a request body up to a limit.

type ReadBody =
  | { readonly kind: 'read'; readonly text: string }
  /** `ended`: the whole body has been read and discarded, so the client now reads the answer. */
  | { readonly kind: 'too-large'; readonly ended: boolean }
  /** Not valid UTF-8, and therefore not JSON (RFC 8259, 8.1). */
  | { readonly kind: 'no-text' }
  /** The client closed the connection before the body was complete. */
  | { readonly kind: 'gone' };

/** Told by the headers (RFC 9112, 6.3), so that a request without a body is handled without waiting. */
function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * What is beyond the limit is read and discarded, up to a limit of its own: many clients read no answer while they
 * still send.
 * @param limit in bytes.
 */
function readBody(request: IncomingMessage, limit: number): Promise<ReadBody> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    // Told by its headers, a body that is too large is not kept at all.
    const room = Number(request.headers['content-length'] ?? 0) > limit ? 0 : limit;
    request.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= room) pieces.push(piece);
      else if (bytes > limit * REQUEST_LIMITS.bodyLeftover) resolve({ kind: 'too-large', ended: false });
    });
    request.on('end', () => resolve(bytes <= room ? textOf(pieces) : { kind: 'too-large', ended: true }));
    const gone = (): void => resolve({ kind: 'gone' });
    request.on('close', gone);
    request.on('error', gone);
  });
}

function textOf(pieces: readonly Buffer[]): ReadBody {
  const [only] = pieces;
  const bytes = pieces.length === 1 && only ? only : Buffer.concat(pieces);
  return isUtf8(bytes) ? { kind: 'read', text: bytes.toString('utf8') } : { kind: 'no-text' };
}

// How requests arrive over network connections and what becomes of their replies there, for those who record it.

export type ReplyDeliveries = NonNullable<ReturnType<typeof createReplyDeliveries>>;

export interface SocketArrival extends Arrival {
  readonly on: KnownSocket;
}

/** In ms; what is later is recorded. */
const AT_ONCE = 1;

interface KnownSocket {
  readonly number: number;
  /** The request that is under way, of which it is not known yet what becomes. */
  current: SocketArrival | undefined;
  /** Clock time in ms. */
  endedAt: number | undefined;
}

/** Undefined where nobody records. */
export function createReplyDeliveries({ traffic, clock }: ServerParts, instance?: string) {
  if (!traffic) return undefined;
  const known = new WeakMap<Socket, KnownSocket>();
  let count = 0;
  const knownSocket = (socket: Socket): KnownSocket => {
    const before = known.get(socket);
    if (before) return before;
    const own: KnownSocket = { number: ++count, current: undefined, endedAt: undefined };
    known.set(socket, own);
    socket.once('close', () => {
      own.endedAt = clock.now();
      // Who has hung up does not wait for the reply, however long it takes.
      const origin = own.current?.origin;
      if (!origin?.row) return;
      own.current = undefined;
      traffic.delivered(origin, 'cut');
    });
    return own;
  };
  return {
    arrival: (socket: Socket): SocketArrival => {
      const on = knownSocket(socket);
      on.current = { on, from: clock.now(), socket: on.number, instance, origin: undefined };
      return on.current;
    },
    /** It is known what became of the reply; only the first word on it counts. */
    settle: (arrival: SocketArrival, outcome: DeliveryOutcome): void => {
      const { origin, on } = arrival;
      const isSettled = on.current !== arrival;
      on.current = undefined;
      if (isSettled || !origin?.row) return;
      // With the answer itself it is known that it left, unless something held it up.
      if (outcome === 'handed-over' && clock.now() - origin.row.answeredAt <= AT_ONCE) return;
      // The caller may have hung up long before the reply was ready.
      traffic.delivered(origin, outcome, outcome === 'cut' ? on.endedAt : undefined);
    },
  };
}
