// The transport over real sockets: undici for HTTP, ws for WebSocket, time from our own clock only.
import { Pool } from 'undici';
import type { OpenSocketOptions, OpenOutcome, Socket, SocketHandlers, Transport } from '../transport.js';
import { httpCut } from './http-cut.js';
import { httpRequest } from './http-request.js';
import { NETWORK_LIMITS, type NetworkLimits, type NetworkSettings, tlsOptions } from './settings.js';
import { createUnderWay } from './under-way.js';
import { openWebSocket } from './web-socket.js';

export function createNetworkTransport(settings: NetworkSettings): Transport {
  const limits: NetworkLimits = { ...NETWORK_LIMITS, ...settings.limits };
  const base = new URL(settings.baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const pool = createPool(base, settings, limits);
  const underWay = createUnderWay();
  const sockets = new Set<Socket>();

  const open = async (
    path: string,
    handlers: SocketHandlers,
    options: OpenSocketOptions,
  ): Promise<OpenOutcome> => {
    let socket: Socket | undefined;
    const forget: SocketHandlers['closed'] = (close) => {
      if (socket) sockets.delete(socket);
      handlers.closed(close);
    };
    const outcome = await openWebSocket(settings, limits, path, { ...handlers, closed: forget }, options);
    if (outcome.kind === 'open') sockets.add((socket = outcome.socket));
    return outcome;
  };

  return {
    http: (request, options = {}) =>
      underWay.run(options.signal, (signal) =>
        options.cutAfterSending
          ? httpCut(settings, limits.linger, base, prefix, request, signal)
          : httpRequest(pool, base, prefix, request, { signal, clock: settings.clock }),
      ),
    open: (path, handlers, options = {}) =>
      underWay.run(options.signal, (signal) => open(path, handlers, { ...options, signal })),
    close: async () => {
      underWay.giveUp();
      for (const socket of sockets) socket.cut();
      await pool.destroy();
    },
  };
}

/** In ms of the machine, whatever the server announces. */
const LONGEST_IDLE = 600_000;

function createPool(base: URL, settings: NetworkSettings, limits: NetworkLimits): Pool {
  return new Pool(base.origin, {
    connections: limits.connections,
    pipelining: 1,
    maxResponseSize: limits.message,
    maxHeaderSize: limits.headers,
    // Waiting is bounded by the caller's signal, which our own clock drives; undici's timers know another time.
    // Only while it connects does it hear no signal.
    keepAliveTimeout: limits.idle,
    keepAliveMaxTimeout: Math.max(limits.idle, LONGEST_IDLE),
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { ...tlsOptions(settings.tls), timeout: limits.connecting },
  });
}
