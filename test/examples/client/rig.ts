// The example client on a manual clock, in front of a service that says what the test tells it to say, and that
// writes down what it was asked.
import { createClient } from '../../../examples/client/client.js';
import type { Settings, Wraps } from '../../../examples/client/parts.js';
import type { HttpRequest, HttpResponse, SocketHandlers, Turns } from '../../../examples/client/ports.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createRandom } from '../../../src/kernel/random.js';

export interface Said {
  readonly status: number;
  readonly code?: string;
  readonly data?: object;
  /** The header, in seconds. */
  readonly retryAfter?: number;
}

/** What the service does with one request; `lost` breaks the connection, `silent` never answers. */
export type Act = Said | 'lost' | 'silent';

export interface Asked {
  readonly at: number;
  /** `GET /devices` or the topic of a message. */
  readonly what: string;
  readonly over: 'rest' | 'websocket';
  readonly key: string | undefined;
  readonly token: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

/** Of a request over REST, or the frame of a message. */
export interface Body {
  readonly [field: string]: unknown;
  readonly data?: { readonly deviceId?: string; readonly idempotencyKey?: string };
}

interface Frame extends Body {
  readonly topic: string;
  readonly requestId: string;
}

export const DONE: Said = { status: 200, code: 'SUCCESS' };
export const BUSY: Said = { status: 409, code: 'DEVICE_BUSY' };
export const FAILED: Said = { status: 500, code: 'INTERNAL_ERROR' };

export function limited(seconds: number): Said {
  return { status: 429, code: 'RATE_LIMITED', data: { retryAfterSeconds: seconds }, retryAfter: seconds };
}

export function refused(status: number, code: string): Said {
  return { status, code };
}

export function tokenFor(lifetime: number, name = 'a token'): Said {
  return { ...DONE, data: { accessToken: name, expiresIn: lifetime, scopes: ['device:read'] } };
}

export function createRig(
  options: Partial<Settings> & { turns?: Turns; latency?: number; wraps?: Wraps; seed?: number } = {},
) {
  const clock = createManualClock(1_000_000);
  const random = createRandom(options.seed ?? 1).stream('client');
  const asked: Asked[] = [];
  const scripts = new Map<string, Act[]>();
  const connections: FakeConnection[] = [];
  let keys = 0;
  let tokens = 0;
  let tickets = 0;

  const usual = (what: string): Act => {
    if (what === 'POST /auth/token') return tokenFor(3600, `token-${(tokens += 1)}`);
    if (what === 'POST /ws/ticket') return { ...DONE, data: { ticket: `ticket-${(tickets += 1)}` } };
    if (what === 'GET /devices') return { ...DONE, data: { devices: [{ deviceId: 'd1' }] } };
    if (what === 'device.state.get' || /^GET \/devices\/[^/]+$/.test(what))
      return { ...DONE, data: { device: { deviceId: 'd1' } } };
    if (what === 'connect' || what === 'session.ping') return DONE;
    return { ...DONE, data: { command: { commandId: 'c1', status: 'SUCCEEDED' }, config: {} } };
  };
  const decide = async (request: Omit<Asked, 'at'>): Promise<Said | 'lost'> => {
    asked.push({ at: clock.now(), ...request });
    const act = scripts.get(request.what)?.shift() ?? usual(request.what);
    if (options.latency !== undefined) await clock.sleep(options.latency);
    return act === 'silent' ? new Promise(() => undefined) : act;
  };

  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    const { method, url, headers, body } = request;
    const said = await decide({
      what: `${method} ${url.replace(/^.*\/svc\/v1/, '')}`,
      over: 'rest',
      key: headers['idempotency-key'],
      token: headers['authorization']?.replace('Bearer ', ''),
      headers,
      body: body === undefined ? {} : JSON.parse(body),
    });
    if (said === 'lost') throw new Error('the connection broke');
    return responseOf(said);
  };
  const open = async (url: string, handlers: SocketHandlers) => {
    const ticket = new URL(url).searchParams.get('ticket') ?? '';
    const nobody = { key: undefined, token: undefined, headers: {} };
    const said = await decide({ what: 'connect', over: 'websocket', ...nobody, body: { ticket } });
    if (said === 'lost') throw new Error('the connection broke');
    if (said.status !== 200) return responseOf(said);
    const connection = createFakeConnection(handlers, (frame) =>
      decide({
        what: frame.topic,
        over: 'websocket',
        ...nobody,
        key: frame.data?.idempotencyKey,
        body: frame,
      }),
    );
    connections.push(connection);
    return connection.socket;
  };

  const { latency: _, wraps, seed: __, ...settings } = options;
  const credentials = { url: 'http://service', clientId: 'me', clientSecret: 'a secret' };
  const ports = {
    clock,
    random: () => random.fraction(),
    newKey: () => `key-${(keys += 1)}`,
    http: { send, close: () => Promise.resolve() },
    sockets: { open },
  };
  return {
    clock,
    ports,
    client: createClient({ ...credentials, ...ports, ...settings }, wraps),
    connections,
    /** What the service does with the next requests of this kind; afterwards it does what is usual. */
    script: (what: string, ...acts: Act[]) => void scripts.set(what, acts),
    asked: (what?: string) => asked.filter((each) => what === undefined || each.what === what),
    /** From each request of this kind to the next, in ms. */
    delays: (what: string) =>
      asked
        .filter((each) => each.what === what)
        .slice(1)
        .map(({ at }, index) => at - (asked.filter((each) => each.what === what)[index]?.at ?? 0)),
  };
}

export interface FakeConnection {
  readonly socket: { send(text: string): void; close(): void; cut(): void };
  /** Sends the frame to the client. */
  tell(frame: object): void;
  tellText(text: string): void;
  /** Ends the connection from the side of the service. */
  drop(): void;
  readonly isOpen: () => boolean;
}

function createFakeConnection(
  { onMessage, onClose }: SocketHandlers,
  decide: (frame: Frame) => Promise<Said | 'lost'>,
): FakeConnection {
  let isOpen = true;
  const drop = (): void => {
    if (isOpen) queueMicrotask(onClose);
    isOpen = false;
  };
  const answer = async (text: string): Promise<void> => {
    const frame = JSON.parse(text) as Frame;
    const said = await decide(frame);
    if (said === 'lost') drop();
    else if (isOpen)
      onMessage(JSON.stringify({ type: 'reply', requestId: frame.requestId, message: '', ...said }));
  };
  return {
    socket: { send: (text) => void answer(text), close: drop, cut: drop },
    tell: (frame) => onMessage(JSON.stringify(frame)),
    tellText: onMessage,
    drop,
    isOpen: () => isOpen,
  };
}

function responseOf({ status, code, data = {}, retryAfter }: Said): HttpResponse {
  const body = JSON.stringify({ code, message: 'a text that means nothing', data });
  return { status, body, retryAfter: retryAfter === undefined ? undefined : String(retryAfter) };
}
