// A reverse proxy before a real service: the bad days are its own, the answers the service's.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Pool } from 'undici';
import { createLiveRecord, type PortRecord } from '../../../audit/kept/live-record.js';
import type { Dialect } from '../../../dialect/dialect.js';
import type { Clock } from '../../../kernel/clock.js';
import { createRandom } from '../../../kernel/random.js';
import type { OpenScene } from '../../../lab/audit/live-day.js';
import { createProxyFaults, type ProxyFaults } from '../../../lab/audit/proxy-faults.js';
import type { ArrivedHandler, RestReply, RestRequest } from '../../../simulator/transport/rest/message.js';
import type { ServiceReader } from '../../../audit/kept/service-reader.js';
import type { ProxiedService } from './proxied-service.js';
import { arrivedRequest, forward } from './forward.js';
import { createProxiedSockets } from './sockets.js';
import type { HarEntry } from '../../../audit/kept/har-file.js';

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

const HOST = '127.0.0.1';

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
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(number, HOST, resolve);
      });
      return `http://${HOST}:${(server.address() as AddressInfo).port}`;
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
