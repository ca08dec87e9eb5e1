// The network shell: real HTTP and WebSocket on one port, encrypted or on loopback. It moves bytes, keeps the
// limits of the channel and closes gracefully; the REST handler and the sessions do the rest.
import type { ServerParts } from './server-parts.js';
import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { REQUEST_LIMITS, SOCKET_LIMITS, type SocketLimits } from '../limits/limits.js';
import { belongTogether, type Certificate } from './certificate.js';
import { isLoopback } from './network.js';
import { createReplyDeliveries, serveRequest } from './rest/serve.js';
import { type Sockets, watchSockets } from './sockets.js';
import { declineUpgrade, endWithReply } from './odd-http.js';
import { createUpgrader, type Upgrader } from './websocket/upgrade.js';
import { refusalReply } from './rest/handle.js';

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

// Why the service cannot listen as it was told to, besides what the system says of ports and addresses.

/** `PLAIN_HTTP`: unencrypted beyond loopback. `BAD_CERTIFICATE`: the certificate or its key is unusable. */
type ListenFault = 'PLAIN_HTTP' | 'BAD_CERTIFICATE';

export class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly code: ListenFault;

  constructor(code: ListenFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

// Answers what is no HTTP, or too much or too slow of it: still an envelope (envelope.bad-input-is-no-500).

interface Fault {
  readonly status: number;
  readonly message: string;
}

/** By the code of Node's error. */
const FAULTS: Readonly<Record<string, Fault>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The request line and the headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
};
const NO_HTTP: Fault = { status: 400, message: 'The request is not valid HTTP.' };
const TUNNEL: Fault = { status: 404, message: 'The service is no proxy.' };

function answerNoHttp(server: Server, parts: ServerParts): void {
  const refuse = (socket: Duplex, { status, message }: Fault): void => {
    const code = status === 404 ? 'NOT_FOUND' : 'INVALID_REQUEST';
    const reply = refusalReply({ code, message }, parts.dialect, parts.random);
    endWithReply(socket, { ...reply, status }, parts.machine);
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // A reply that has begun cannot be followed by another one in the middle of it.
    if (replyHasBegun(socket)) socket.destroy();
    else if (error.code === 'ECONNRESET' || !socket.writable) return;
    else refuse(socket, FAULTS[error.code ?? ''] ?? NO_HTTP);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => refuse(socket, TUNNEL));
}

/** As Node's own handler finds out. */
function replyHasBegun(socket: Duplex): boolean {
  return (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent ?? false;
}

// Closes a server gracefully: requests under way are answered, replies that have been written can still be read,
// WebSockets are closed with 1001, and all sockets are gone at the end.

interface GracefulShutdownOptions {
  readonly server: Server;
  readonly sockets: Sockets;
  readonly upgrader: Upgrader;
  readonly parts: Pick<ServerParts, 'inFlight' | 'machine'>;
  /** How long all of it may take, in ms of the machine. */
  readonly drainTime: number;
}

function createGracefulShutdown(options: GracefulShutdownOptions) {
  const { server, sockets, upgrader, parts, drainTime } = options;
  let closed: Promise<void> | undefined;
  // Node would destroy them, and with them what their clients have not read yet.
  server.closeIdleConnections = () => {
    for (const socket of sockets.speaking()) if (sockets.isIdle(socket)) endAfterReading(socket);
  };

  const close = async (): Promise<void> => {
    const freed = new Promise((resolve) => server.close(resolve));
    // Connections on which no request has been sent would otherwise stay open.
    for (const socket of sockets.open) if (socket.bytesRead === 0) socket.destroy();
    const patience = parts.machine.setTimer('closing', drainTime, () => {
      upgrader.cut();
      for (const socket of sockets.open) socket.destroy();
    });
    await Promise.race([parts.inFlight.drain(), freed]);
    await upgrader.close();
    await freed;
    patience.cancel();
    sockets.stop();
  };

  return {
    /** True from the call of `close` on; from then on no connection is kept open for another request. */
    isClosing: (): boolean => closed !== undefined,
    /** A response has ended, or its socket has gone. */
    answered: (socket: Socket): void => {
      sockets.answered(socket);
      // Its head may have left before the service began to close, and promised that the connection stays.
      if (closed && socket.writable && sockets.isIdle(socket)) endAfterReading(socket);
    },
    close: (): Promise<void> => (closed ??= close()),
  };
}

/** Ends the connection once the system has taken all that is left to send. */
function endAfterReading(socket: Socket): void {
  // What still arrives is thrown away: unread, it would turn the end of the connection into a reset.
  socket.resume();
  socket.end(() => socket.destroy());
}
