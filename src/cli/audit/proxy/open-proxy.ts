// A reverse proxy before a real service: the bad days are its own, the answers the service's.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Pool } from 'undici';
import { createLiveRecord } from '../../../audit/kept/live-record.js';
import type { Dialect } from '../../../dialect/dialect.js';
import type { Clock } from '../../../kernel/clock.js';
import { createRandom } from '../../../kernel/random.js';
import type { OpenScene } from '../../../lab/audit/live-scene.js';
import { createProxyFaults } from '../../../lab/audit/proxy/proxy-faults.js';
import type { ProxiedService } from './proxied-service.js';
import { createRefusalText } from './refusal-text.js';
import { proxyRest } from './rest.js';
import { createProxiedSockets, type ProxiedSockets } from './sockets.js';

export interface ProxyOptions {
  readonly service: ProxiedService;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly seed: number;
}

const HOST = '127.0.0.1';

export function proxyScene({ service, dialect, clock, seed }: ProxyOptions): OpenScene {
  return async (see, onBug) => {
    const random = createRandom(seed);
    const record = createLiveRecord(dialect);
    record.listen(see);
    const hands: { current?: ProxiedSockets } = {};
    const faults = createProxyFaults(clock, random, {
      closeAll: (code) => hands.current?.closeAll(code),
      inject: (topic) => hands.current?.inject(topic),
    });
    const refusal = createRefusalText(dialect, random);
    const base = new URL(service.baseUrl);
    const pool = new Pool(base.origin, { connect: service.tls, connections: 64 });
    const numbers = numberSockets();
    const shared = { clock, faults, refusal };
    const sockets = createProxiedSockets({ ...shared, ...service, dialect });
    hands.current = sockets;
    const prefix = base.pathname.replace(/\/$/, '');
    const answers = countAnswers();
    const rest = { ...shared, pool, prefix, socketOf: numbers.of, told: answers.told };
    const servers: Server[] = [];
    const openPort = async (instance: string | undefined): Promise<string> => {
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
        server.listen(0, HOST, resolve);
      });
      return `http://${HOST}:${(server.address() as AddressInfo).port}`;
    };
    const url = await openPort('1');
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
function countAnswers(): {
  told(failure: string | undefined): void;
  unanswered(): string | undefined;
} {
  let hasAnswered = false;
  let first: string | undefined;
  return {
    told: (failure) => {
      if (failure === undefined) hasAnswered = true;
      else first ??= failure;
    },
    unanswered: () => (hasAnswered ? undefined : first),
  };
}

function numberSockets(): {
  readonly counts: { readonly total: number };
  count(socket: Socket): void;
  of(request: IncomingMessage): number;
} {
  const numbers = new WeakMap<object, number>();
  const counts = { total: 0 };
  return {
    counts,
    count: (socket) => void numbers.set(socket, ++counts.total),
    of: ({ socket }) => numbers.get(socket) ?? 0,
  };
}
