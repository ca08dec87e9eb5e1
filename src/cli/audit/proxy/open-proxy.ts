// A reverse proxy before a real service: the bad days are its own, the answers the service's.
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  type IncomingHttpHeaders,
} from 'node:http';
import type { Socket } from 'node:net';
import { Pool } from 'undici';
import {
  createLiveRecord,
  type PortRecord,
  type RecordedConnection,
} from '../../../audit/kept/live-record.js';
import type { Dialect } from '../../../dialect/dialect.js';
import type { Clock } from '../../../kernel/clock.js';
import { createRandom } from '../../../kernel/random.js';
import type { OpenScene } from '../../../lab/audit/live-day.js';
import { createProxyFaults, type ProxyFaults } from '../../../lab/audit/proxy-faults.js';
import type {
  ArrivedHandler,
  RestReply,
  RestRequest,
  WholeReply,
} from '../../../simulator/transport/rest/message.js';
import type { ServiceReader } from '../../../audit/kept/service-reader.js';
import { listenHere } from '../../open-port.js';
import type { ProxiedService } from './proxied-service.js';
import type { HarEntry } from '../../../audit/kept/har-file.js';
import getRawBody from 'raw-body';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';

export interface ProxyOptions {
  readonly service: ProxiedService;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly seed: number;
  /** Of the first process; a free one when absent. */
  readonly port?: number;
  /** Reads what the service answers, where it is judged; absent where its clients are. */
  readonly reader?: ServiceReader;
  /** Told of each exchange over REST: how long the service took for it, and how long it took in all, in ms. */
  readonly onTimes?: (service: number, all: number) => void;
}

export function proxyScene(options: ProxyOptions): OpenScene {
  const { service, dialect, clock, seed, port: wanted = 0, reader, onTimes } = options;
  return async (see, onBug) => {
    const random = createRandom(seed);
    const record = createLiveRecord(dialect, reader);
    record.listen(see);
    const base = new URL(service.baseUrl);
    const prefix = base.pathname.replace(/\/$/, '');
    const pool = new Pool(base.origin, { connect: service.tls, connections: 64 });
    const numbers = numberSockets();
    const answers = countAnswers();
    const faults = createProxyFaults({
      clock,
      random,
      dialect,
      clientId: service.credentials.clientId,
      forward: passingOn(clock, pool, (target) => prefix + dialect.path(target), answers.told),
    });
    const sockets = createProxiedSockets({ clock, faults, ...service });
    const rest = { clock, faults, socketOf: numbers.of, onTimes };
    const servers: Server[] = [];
    const openPort = async (instance: string | undefined, number = 0): Promise<string> => {
      const port = record.port(instance);
      const server = createServer((request, response) => {
        proxyRest({ ...rest, record: port }, request, response).catch((error: unknown) => {
          onBug(error);
          response.destroy();
        });
      });
      servers.push(server);
      server.on('upgrade', (request, socket, head) => sockets.upgrade(port, request, socket, head));
      server.on('connection', numbers.count);
      return listenHere(server, number);
    };
    const url = await openPort('1', wanted);
    return {
      url,
      openPort: ({ instance }) => openPort(instance),
      journal: { listen: record.listen },
      faults,
      device: () => undefined,
      sockets: numbers.counts,
      unanswered: answers.unanswered,
      close: async () => {
        faults.stop();
        sockets.close();
        for (const server of servers) {
          server.closeAllConnections();
          server.close();
        }
        await pool.destroy();
      },
    };
  };
}

/** Remembers the first failure, as long as nothing has been answered. */
function countAnswers() {
  let hasAnswered = false;
  let first: string | undefined;
  return {
    told: (failure: string | undefined): void => {
      if (failure === undefined) hasAnswered = true;
      else first ??= failure;
    },
    unanswered: () => (hasAnswered ? undefined : first),
  };
}

function numberSockets() {
  const numbers = new WeakMap<object, number>();
  const counts = { total: 0 };
  return {
    counts,
    count: (socket: Socket): void => void numbers.set(socket, ++counts.total),
    of: ({ socket }: IncomingMessage): number => numbers.get(socket) ?? 0,
  };
}

// REST through the proxy: passed on, refused, held back or lost as the day has it, and recorded.

interface RestParts {
  readonly clock: Clock;
  readonly record: PortRecord;
  readonly faults: ProxyFaults;
  readonly onTimes: ProxyOptions['onTimes'];
  /** Number of the network connection. */
  socketOf(request: IncomingMessage): number;
}

/** A reply of the service, and how long it took, in ms. */
type ServiceReply = RestReply & { readonly service: number };

/** @param onWire the path at the service of one of the interface. @param told what became of a request that was passed on: why there was no reply. */
function passingOn(
  clock: Clock,
  pool: Pool,
  onWire: Dialect['path'],
  told: (failure: string | undefined) => void,
): ArrivedHandler {
  return async (request): Promise<ServiceReply> => {
    const begun = clock.now();
    try {
      const reply = await forward(pool, { ...request, target: onWire(request.target) });
      told(undefined);
      return { ...reply, service: clock.now() - begun };
    } catch (error) {
      told(error instanceof Error ? error.message : String(error));
      throw error;
    }
  };
}

async function proxyRest(
  parts: RestParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { clock, record, faults } = parts;
  const from = clock.now();
  const arrived = await arrivedRequest(request).catch(() => undefined);
  if (!arrived) return void request.socket.destroy();
  const entry = entryOf(parts, request, arrived, from);
  const reply = await Promise.resolve(faults.rest(arrived)).catch(() => undefined);
  if (reply === undefined || reply.delivery?.kind === 'reset' || response.destroyed) {
    request.socket.destroy();
    record.exchange({ ...entry, time: clock.now() - from });
    return;
  }
  response.writeHead(reply.status, { ...reply.headers, 'content-type': 'application/json' });
  response.end(String(reply.body), () => {
    const time = clock.now() - from;
    parts.onTimes?.((reply as Partial<ServiceReply>).service ?? 0, time);
    record.exchange({ ...entry, time, response: responseOf(reply) });
  });
}

const NO_RESPONSE = { status: 0, headers: [], content: { text: '' } };

function entryOf(parts: RestParts, request: IncomingMessage, arrived: RestRequest, from: number): HarEntry {
  const { method, target, headers, body } = arrived;
  const list = Object.entries(headers).map(([name, value]) => ({ name, value: String(value) }));
  return {
    startedDateTime: new Date(from).toISOString(),
    time: 0,
    request: { method, url: `http://proxy.test${target}`, headers: list, postData: { text: body } },
    response: NO_RESPONSE,
    connection: String(parts.socketOf(request)),
    _webSocketMessages: [],
  };
}

function responseOf({ status, headers, body }: RestReply): HarEntry['response'] {
  const list = Object.entries(headers).map(([name, value]) => ({ name, value }));
  return { status, headers: list, content: { text: String(body) } };
}

// Passes one request on to the service behind the proxy, and brings its reply whole.

const LARGEST_BODY = 1024 * 1024;
const LARGEST_REPLY = 4 * 1024 * 1024;

/** What belongs to one network connection, and what is made anew on the next one. */
const OWN = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'upgrade',
  'host',
  'expect',
  'te',
  'trailer',
  'content-encoding',
  'accept-encoding',
]);

/** Rejects where its body is too large, or breaks off. */
async function arrivedRequest(request: IncomingMessage): Promise<RestRequest> {
  const body = await getRawBody(request, { limit: LARGEST_BODY });
  const { method = 'GET', url: target = '/' } = request;
  return { method, target, headers: request.headers as RestRequest['headers'], body: body.toString('utf8') };
}

/** Rejects when no reply comes. */
async function forward(pool: Pool, { method, target, headers, body }: RestRequest): Promise<WholeReply> {
  const reply = await pool.request({
    method,
    path: target,
    headers: passedOn(headers),
    ...(body !== '' && { body }),
  });
  const text = await reply.body.text();
  if (text.length > LARGEST_REPLY) throw new Error('the reply is larger than a proxy passes on');
  return { status: reply.statusCode, headers: passedOn(reply.headers), body: text };
}

function passedOn(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      OWN.has(name) || value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

// WebSocket connections through the proxy: frames both ways, with what the day does to them, and recorded.

export interface SocketParts {
  readonly clock: Clock;
  /** Base address of the WebSocket channel of the service. */
  readonly websocketUrl: string;
  readonly tls: { readonly ca?: string; readonly rejectUnauthorized: boolean };
  readonly faults: ProxyFaults;
}

interface OwnParts extends SocketParts {
  readonly record: PortRecord;
}

const LARGEST_FRAME = 1024 * 1024;
const ABNORMAL = 1006;
const GOING_AWAY = 1001;
const REFUSED = 502;

function createProxiedSockets(parts: SocketParts) {
  const server = new WebSocketServer({ noServer: true, maxPayload: LARGEST_FRAME });
  const open = new Set<Pair>();
  return {
    /** @param record of the port that was called. */
    upgrade: (record: PortRecord, request: IncomingMessage, socket: Duplex, head: Buffer): void => {
      const { url: target = '/', headers } = request;
      const list = Object.entries(headers).map(([name, value]) => ({ name, value: String(value) }));
      const recorded = record.connection({ url: `http://proxy.test${target}`, headers: list });
      const own = { ...parts, record };
      socket.on('error', () => undefined);
      if (parts.faults.isDown) return void socket.destroy();
      const service = new WebSocket(parts.websocketUrl + target, { ...parts.tls, maxPayload: LARGEST_FRAME });
      const refuse = (status: number): void => {
        note(own, recorded, { state: 'refused', status, by: 'target' });
        socket.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
      };
      service.on('error', () => undefined);
      service.once('unexpected-response', (_, response) => {
        refuse(response.statusCode ?? REFUSED);
        response.destroy();
      });
      service.once('close', () => {
        if (socket.writable && !socket.destroyed && ![...open].some((each) => each.service === service))
          refuse(REFUSED);
      });
      service.once('open', () => {
        server.handleUpgrade(request, socket, head, (client) => {
          const pair = join(own, client, service, recorded);
          open.add(pair);
          client.once('close', () => open.delete(pair));
        });
      });
    },
    close: (): void => {
      for (const pair of open) pair.end(ABNORMAL);
      server.close();
    },
  };
}

interface Pair {
  readonly service: WebSocket;
  end(code: number): void;
}

type Fact = { readonly state: 'open' | 'refused' | 'closed' } & Readonly<Record<string, unknown>>;

function note({ clock, record }: OwnParts, { about }: RecordedConnection, fact: Fact): void {
  record.note(clock.now(), { kind: 'connection', ...about, ...fact });
}

function join(parts: OwnParts, client: WebSocket, service: WebSocket, recorded: RecordedConnection): Pair {
  const { clock, faults } = parts;
  let endedBy: 'service' | undefined;
  note(parts, recorded, { state: 'open' });
  const end = (code: number): void => {
    endedBy ??= 'service';
    if (code === ABNORMAL) client.terminate();
    else client.close(code);
    service.terminate();
  };
  const passed = (type: 'send' | 'receive', data: string): unknown =>
    recorded.frame({ type, time: clock.now() / 1000, opcode: 1, data });
  const send = (text: string): void => {
    if (client.readyState !== WebSocket.OPEN) return;
    client.send(text);
    passed('receive', text);
  };
  const session = faults.opened(
    { send, close: (why) => end(typeof why === 'string' ? GOING_AWAY : why.code), backlog: () => 0 },
    (text) => {
      if (service.readyState === WebSocket.OPEN) service.send(text);
    },
  );
  service.on('message', (data: Buffer) => session.told(data.toString('utf8')));
  client.on('message', (data: Buffer) => {
    const text = data.toString('utf8');
    passed('send', text);
    session.receive(text);
  });
  client.on('error', () => undefined);
  service.once('close', (code) => end(code === 1005 || code === ABNORMAL ? ABNORMAL : code));
  client.once('close', (code) => {
    session.end();
    note(parts, recorded, {
      state: 'closed',
      by: endedBy === 'service' ? 'target' : 'harness',
      closeCode: code,
    });
    service.close();
  });
  return { service, end };
}
