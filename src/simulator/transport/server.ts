// The network shell: real HTTP and WebSocket on one port, encrypted or on loopback. It moves bytes, keeps the
// limits of the channel and closes gracefully; the REST handler and the sessions do the rest.
import type { ServerParts } from './server-parts.js';
import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { REQUEST_LIMITS, SOCKET_LIMITS, type SocketLimits } from '../limits/limits.js';
import { belongTogether, type Certificate } from './certificate.js';
import { createGracefulShutdown } from './graceful-shutdown.js';
import { ListenError } from './listen-error.js';
import { isLoopback } from './loopback.js';
import { answerNoHttp } from './no-http.js';
import { createReplyDeliveries } from './rest/delivery.js';
import { watchSockets } from './sockets.js';
import { serveRequest } from './rest/serve.js';
import { declineUpgrade } from './websocket/decline-upgrade.js';
import { createUpgrader } from './websocket/upgrade.js';

export interface ListenOptions {
  /** The process of the client that this port is for, for the journal. */
  readonly instance?: string;
  /** Plain HTTP also for other machines, which can then read all of it. */
  readonly insecureHttp?: boolean;
  /** Serves HTTPS and WSS. Without it, HTTP is served on loopback only. */
  readonly tls?: Certificate;
  /** Limits of the sockets, in ms of the machine; for tests. */
  readonly sockets?: Partial<SocketLimits>;
}

export interface Listening {
  readonly url: string;
  readonly port: number;
  /**
   * Waits for the requests under way, closes WebSockets with 1001, and frees the port. What has not ended
   * after five seconds is cut off.
   */
  close(): Promise<void>;
}

/**
 * @param port 0 takes a free one.
 * Rejects with a `ListenError`, or with the system's error when the port cannot be had.
 */
export async function listen(
  parts: ServerParts,
  host: string,
  port: number,
  options: ListenOptions = {},
): Promise<Listening> {
  const { tls, insecureHttp = false } = options;
  const limits = { ...SOCKET_LIMITS, ...options.sockets };
  if (!tls && !insecureHttp && !isLoopback(host)) {
    throw new ListenError(
      'PLAIN_HTTP',
      `HTTP without encryption is for loopback only, not for ${host}; give a certificate`,
    );
  }
  const server = openServer(tls, {
    ...limits,
    requireHostHeader: false,
    maxHeaderSize: REQUEST_LIMITS.maxHeaderBytes,
  });
  // Node would leave out the headers beyond a limit of its own; `tooLong` refuses such a request.
  server.maxHeadersCount = 0;
  const beginning = tls ? 'secureConnection' : 'connection';
  const sockets = watchSockets(server, beginning, limits, parts.machine, parts.socketCounts);
  const upgrader = createUpgrader(parts, options.instance);
  const { drainTime } = limits;
  const shutdown = createGracefulShutdown({ server, sockets, upgrader, parts, drainTime });

  const serving = {
    isClosing: shutdown.isClosing,
    answered: shutdown.answered,
    deliveries: createReplyDeliveries(parts, options.instance),
  };
  server.on('request', (request, response) => {
    if (sockets.asked(request.socket)) serveRequest(parts, serving, request, response);
  });
  // Other values of Expect than 100-continue are ignored; without this, Node answers 417 by itself.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() === 'websocket') {
      sockets.upgraded(request.socket);
      upgrader.upgrade(request, socket, head);
    } else declineUpgrade(server, beginning, request, socket, head);
  });
  answerNoHttp(server, parts);

  await bind(server, host, port);
  const bound = (server.address() as AddressInfo).port;
  const name = host.includes(':') ? `[${host}]` : host;
  return { url: `${tls ? 'https' : 'http'}://${name}:${bound}`, port: bound, close: shutdown.close };
}

function openServer(tls: Certificate | undefined, options: ServerOptions): Server {
  if (!tls) return createServer(options);
  // Checked here, as Node notices it only at the first TLS handshake.
  if (!belongTogether(tls)) {
    throw new ListenError(
      'BAD_CERTIFICATE',
      'the certificate and its key do not belong together, or one is no PEM',
    );
  }
  return createTlsServer({ ...options, ...tls });
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      // An error while one connection is accepted, such as too few file descriptors, must not end the process.
      server.on('error', () => undefined);
      resolve();
    });
  });
}
