// The network shell: real HTTP and WebSocket on one port, encrypted or on loopback. It moves bytes, keeps the
// limits of the channel and closes gracefully; the REST handler and the sessions do the rest.
import type { ServerParts } from './server-parts.js';
import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { belongTogether, type Certificate } from './certificate.js';
import { createGracefulShutdown } from './graceful-shutdown.js';
import { ListenError } from './listen-error.js';
import { isLoopback } from './loopback.js';
import { answerNoHttp } from './no-http.js';
import { serve } from './rest/serve.js';
import { declineUpgrade } from './websocket/decline-upgrade.js';
import { createUpgrader } from './websocket/upgrade.js';

export interface ListenOptions {
  /** Serves HTTPS and WSS. Without it, HTTP is served on loopback only. */
  readonly tls?: Certificate;
  /** Limits of the sockets, in ms of the machine; for tests. */
  readonly sockets?: Partial<typeof SOCKET_LIMITS>;
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

const SOCKET_LIMITS = {
  /** A request whose headers take longer is answered with 408. */
  headersTimeout: 15_000,
  /** A request that takes longer to arrive as a whole is answered with 408. */
  requestTimeout: 30_000,
  /** Longer than most proxies and clients keep an idle connection, so that they close it first. */
  keepAliveTimeout: 65_000,
  /** How often the first two limits are checked. */
  connectionsCheckingInterval: 1000,
  /** How long requests under way may take when the server closes. */
  drainTime: 5000,
};

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
  const { tls } = options;
  const limits = { ...SOCKET_LIMITS, ...options.sockets };
  if (!tls && !isLoopback(host)) {
    throw new ListenError(
      'PLAIN_HTTP',
      `HTTP without encryption is for loopback only, not for ${host}; give a certificate`,
    );
  }
  const server = openServer(tls, { ...limits, requireHostHeader: false });
  const upgrader = createUpgrader(parts);
  const shutdown = createGracefulShutdown({ server, upgrader, parts, drainTime: limits.drainTime });

  server.on('request', (request, response) => void serve(parts, request, response, shutdown.isClosing));
  // Other values of Expect than 100-continue are ignored; without this, Node answers 417 by itself.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() === 'websocket') upgrader.upgrade(request, socket, head);
    else declineUpgrade(server, tls ? 'secureConnection' : 'connection', request, socket, head);
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
