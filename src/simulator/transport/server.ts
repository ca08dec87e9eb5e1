// The network shell: real HTTP and WebSocket on one port. It moves bytes, keeps the limits of the channel
// and closes in good order; everything else happens in the REST handler and in the sessions.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Clock } from '../../kernel/clock.js';
import type { RandomStream } from '../../kernel/random.js';
import type { Dialect } from '../../dialect/dialect.js';
import type { Service } from '../service/service.js';
import { readBody } from './rest/read-body.js';
import { refusalReply } from './rest/handle.js';
import type { RestHandler, RestReply } from './rest/message.js';
import { rawResponse, writeReply } from './rest/write-reply.js';
import type { TransportSettings } from './settings.js';
import { createUpgrader } from './websocket/upgrade.js';
import type { SessionFactory } from './websocket/session.js';

export interface ServerParts {
  readonly service: Service;
  readonly rest: RestHandler;
  readonly openSession: SessionFactory;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly settings: TransportSettings;
  /** For the requestIds of what the shell itself refuses. */
  readonly random: RandomStream;
}

export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Says goodbye to sockets (1001), lets requests under way end, and frees the port. */
  close(): Promise<void>;
}

/** @param port 0 takes a free one. Rejects with the system's error when the port cannot be had. */
export async function listen(parts: ServerParts, host: string, port: number): Promise<Listening> {
  const upgrader = createUpgrader(parts);
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 30_000 });
  let closing = false;
  server.on('request', (request, response) => {
    void serve(parts, request, response, () => {
      // A connection must not outlive the server for the sake of a next request.
      if (closing) response.shouldKeepAlive = false;
    });
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgrader.upgrade(request, socket, head);
  });
  server.on('clientError', (_error, socket) => refuseBytes(parts, socket));
  await bind(server, host, port);
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    port: bound,
    close: async () => {
      closing = true;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await upgrader.close();
      await closed;
    },
  };
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function serve(
  parts: ServerParts,
  request: IncomingMessage,
  response: ServerResponse,
  beforeReply: () => void,
): Promise<void> {
  const reply = await replyTo(parts, request);
  if (reply === undefined) return;
  beforeReply();
  await writeReply(response, reply, parts.clock);
}

/** The reply, or undefined when the caller has gone before its request had arrived. */
async function replyTo(parts: ServerParts, request: IncomingMessage): Promise<RestReply | undefined> {
  const body = await readBody(request, parts.settings.maxBodyBytes);
  if (body.kind === 'gone') return undefined;
  if (body.kind === 'too-large') {
    // What still arrives is read and thrown away, so that the caller gets to see the answer.
    request.resume();
    await finished(request).catch(() => undefined);
    const message = `A request body has at most ${parts.settings.maxBodyBytes} bytes.`;
    return refusalReply({ code: 'PAYLOAD_TOO_LARGE', message }, parts.dialect, parts.random);
  }
  return parts.rest({
    method: request.method ?? '',
    target: request.url ?? '',
    headers: request.headers as Record<string, string | undefined>,
    body: body.text,
  });
}

/** Bytes that are no HTTP still get an envelope (envelope.bad-input-is-no-500). */
function refuseBytes(parts: ServerParts, socket: Duplex): void {
  if (!socket.writable) return;
  const refusal = { code: 'INVALID_REQUEST', message: 'The request is not valid HTTP.' } as const;
  socket.end(rawResponse(refusalReply(refusal, parts.dialect, parts.random)));
}
