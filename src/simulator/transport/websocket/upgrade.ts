// Opens WebSocket connections: the library checks the handshake, the ticket is redeemed, and the socket is
// connected with a session. A client that is refused gets an envelope.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { WEBSOCKET_PATH } from '../../../contract/limits.js';
import { andThen, caught, type MaybePromise } from '../../../kernel/maybe-promise.js';
import { rateLimited, type Refusal, refuse, type ServiceResult } from '../../service/outcome.js';
import type { ApiClient } from '../../service/access.js';
import type { Upgrade } from '../../service/origin.js';
import { FRAME_LIMITS } from '../../limits/limits.js';
import { SERVICE_FAILED } from '../envelope.js';
import { endWithReply, tooLong } from '../odd-http.js';
import { refusalReply } from '../rest/handle.js';
import { splitTarget } from '../rest/router.js';
import type { ServerParts } from '../server-parts.js';
import { CLOSE_CODES, type SessionSocket } from './session.js';
import type { Clock } from '../../../kernel/clock.js';
import { bearerOf, tellingHeaders } from '../rest/arrive.js';

/** A request for an upgrade; the client that its ticket was issued to, once the ticket has been taken. */
type UpgradeRequest = IncomingMessage & { admitted?: ApiClient; upgrade?: Upgrade };

/** How long a closing handshake may take when the service goes away, in ms of the machine. */
const CLOSING_TIME = 2000;

export type Upgrader = ReturnType<typeof createUpgrader>;

export function createUpgrader(parts: ServerParts, instance?: string) {
  // Shared by all connections, as an event is the same for all of them.
  const frameOf = createTextFrames();
  const turnAway = (socket: Duplex, refusal: Refusal): void =>
    endWithReply(socket, refusalReply(refusal, parts.dialect, parts.random), parts.machine);
  const admit = createAdmission(parts, () => server.clients.size, instance);

  const server = new WebSocketServer({
    noServer: true,
    maxPayload: parts.settings.maxMessageBytes,
    maxFragments: FRAME_LIMITS.maxFragments,
    maxBufferedChunks: FRAME_LIMITS.maxChunks,
    // A small compressed message can be a large one.
    perMessageDeflate: false,
    // The library calls this after it has checked the handshake, so that a bad handshake uses up no ticket.
    verifyClient: ({ req }: { req: UpgradeRequest }, accept: (verified: boolean) => void) => {
      void andThen(admit(req), (admitted) => {
        if (!admitted.ok) {
          turnAway(req.socket, admitted.refusal);
          return;
        }
        req.admitted = admitted.value;
        accept(true);
      });
    },
  });
  server.on('wsClientError', (error, socket) =>
    turnAway(socket, {
      code: 'INVALID_REQUEST',
      message: `The WebSocket handshake is bad: ${error.message}.`,
    }),
  );

  const cut = (): void => {
    for (const client of server.clients) client.terminate();
  };

  return {
    upgrade: (request: UpgradeRequest, socket: Duplex, head: Buffer): void => {
      socket.on('error', () => socket.destroy());
      server.handleUpgrade(request, socket, head, (webSocket) => {
        try {
          const { admitted, upgrade } = request;
          if (admitted) tie(parts, frameOf, admitted, { webSocket, wire: socket, upgrade });
          else webSocket.terminate();
        } catch (error) {
          parts.onBug?.(error);
          webSocket.close(CLOSE_CODES.failed.code, CLOSE_CODES.failed.reason);
        }
      });
    },
    /** Closes all connections with 1001; resolves when they are gone. */
    close: async (): Promise<void> => {
      const patience = parts.machine.setTimer('closing handshakes', CLOSING_TIME, () =>
        cutIdle(server.clients),
      );
      await Promise.all([...server.clients].map(sayGoodbye));
      patience.cancel();
    },
    /** Cuts the connections that are still open, without a closing handshake. */
    cut,
  };
}

/** Whether a request whose handshake is good may open a connection. What fails here refuses this one. */
function createAdmission(
  parts: ServerParts,
  count: () => number,
  instance: string | undefined,
): (request: UpgradeRequest) => MaybePromise<ServiceResult<ApiClient>> {
  const admit = (request: UpgradeRequest): MaybePromise<ServiceResult<ApiClient>> => {
    const long = tooLong(request);
    if (long) return refuse('INVALID_REQUEST', long.message);
    const [path, search] = splitTarget(parts.dialect.path(request.url ?? ''));
    if (path !== WEBSOCKET_PATH) return refuse('NOT_FOUND', 'There is no WebSocket at this path.');
    const upgrade = upgradeOf(search, request.headers, instance);
    request.upgrade = upgrade;
    if (count() < parts.settings.maxConnections) return parts.service.openConnection(upgrade.ticket, upgrade);
    const declined = rateLimited(1000, 'Too many connections are open.');
    parts.traffic?.declined(upgrade, declined.refusal);
    return declined;
  };
  const fail = (error: unknown): ServiceResult<ApiClient> => {
    parts.onBug?.(error);
    return { ok: false, refusal: SERVICE_FAILED };
  };
  return (request) => caught(() => admit(request), fail);
}

/** A client that still reads what was sent before has until the server stops waiting. */
function cutIdle(clients: ReadonlySet<WebSocket>): void {
  for (const client of clients) if (client.bufferedAmount === 0) client.terminate();
}

function sayGoodbye(client: WebSocket): Promise<void> {
  const { code, reason } = CLOSE_CODES.goingAway;
  return new Promise((resolve) => {
    client.once('close', () => resolve());
    client.close(code, reason);
  });
}

// Connects a socket with a session: passes received frames to the session, and what it sends to the socket. The
// library reads; the text frames of the service are written past it, in one piece each.

/** Stands for a connection that was cut; it never appears in a close frame (RFC 6455, 7.4.1). */
const ABNORMAL = 1006;

/** A connection whose handshake is done. */
interface Opened {
  readonly webSocket: WebSocket;
  /** The socket below it. */
  readonly wire: Duplex;
  readonly upgrade: Upgrade | undefined;
}

function tie(
  parts: Pick<ServerParts, 'openSession' | 'settings' | 'machine' | 'onBug'>,
  frameOf: (text: string) => TextFrame,
  client: ApiClient,
  { webSocket, wire, upgrade }: Opened,
): void {
  const isOpen = (): boolean => webSocket.readyState === webSocket.OPEN;
  const socket: SessionSocket = {
    send: (text, onSent) => {
      if (!isOpen()) return;
      wire.write(frameOf(text), 'latin1');
      onSent?.();
    },
    close: (why) => {
      const { code, reason } = typeof why === 'string' ? CLOSE_CODES[why] : why;
      // A client that does not read would not read the closing handshake either.
      if (why === 'tooSlow' || code === ABNORMAL) webSocket.terminate();
      else webSocket.close(code, reason);
    },
    backlog: () => webSocket.bufferedAmount,
    setReading: (on) => (on ? webSocket.resume() : webSocket.pause()),
  };
  const session = parts.openSession(client, socket, upgrade);
  // What fails here ends this connection, and no other.
  const contained = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      parts.onBug?.(error);
      socket.close('failed');
    }
  };
  webSocket.on('message', (data, isBinary) => {
    // Requests that arrive after the service has sent its close frame are not carried out.
    if (!isOpen()) return;
    if (isBinary) socket.close('binary');
    else contained(() => session.receive((data as Buffer).toString('utf8')));
  });
  const isFlood = createFloodGate(parts.machine);
  // The library answers pings by itself; for a client that does not read, the answers must not pile up.
  webSocket.on('ping', () => {
    if (webSocket.bufferedAmount > parts.settings.maxBacklogBytes) socket.close('tooSlow');
    else if (isFlood()) socket.close('flooding');
  });
  webSocket.on('pong', () => {
    if (isFlood()) socket.close('flooding');
  });
  // The library has begun to close with the code that fits: 1002, 1007 or 1009.
  webSocket.on('error', () => undefined);
  webSocket.on('close', () => contained(() => session.end()));
}

/** Counts pings and pongs, which no quota counts; true where there are too many. */
function createFloodGate(machine: Pick<Clock, 'now'>): () => boolean {
  let second = 0;
  let seen = 0;
  return () => {
    const now = Math.floor(machine.now() / 1000);
    if (now !== second) {
      second = now;
      seen = 0;
    }
    return ++seen > FRAME_LIMITS.maxPings;
  };
}

// What a request to open a connection says of the client.

/** @param search the query of the request. */
export function upgradeOf(search: string, headers: IncomingHttpHeaders, instance?: string): Upgrade {
  const ticket = new URLSearchParams(search).get('ticket') ?? undefined;
  return { ticket, bearer: bearerOf(headers.authorization), headers: tellingHeaders(headers), instance };
}

// Text frames of the service (RFC 6455, 5.2): whole, unmasked, and handed to the socket in one piece, which takes one
// call of the system where head and payload apart would take two writes and their bookkeeping. An event goes to many
// connections one after the other, so its bytes are made once.

/** A whole frame: bytes, or a text of one byte a character (latin1). */
export type TextFrame = Buffer | string;

/** Keeps the last text only, because an event is sent to all connections before anything else is sent. */
export function createTextFrames(): (text: string) => TextFrame {
  let lastText: string | undefined;
  let lastFrame: Buffer | undefined;
  return (text) => {
    if (text === lastText) return (lastFrame ??= bytesOf(text, Buffer.byteLength(text)));
    lastText = text;
    lastFrame = undefined;
    const length = Buffer.byteLength(text);
    // A reply goes to one connection: where each character is a byte, its text need not become bytes here.
    return length === text.length ? headOf(length) + text : bytesOf(text, length);
  };
}

function bytesOf(text: string, length: number): Buffer {
  const head = headOf(length);
  const frame = Buffer.allocUnsafe(head.length + length);
  frame.write(head, 0, 'latin1');
  frame.write(text, head.length, 'utf8');
  return frame;
}

/** FIN, and the opcode of text. */
const FINAL_TEXT = '\x81';

function headOf(length: number): string {
  if (length < 126) return FINAL_TEXT + String.fromCharCode(length);
  if (length < 0x1_0000) return `${FINAL_TEXT}\x7e${String.fromCharCode(length >> 8, length & 0xff)}`;
  const bytes = [56, 48, 40, 32, 24, 16, 8, 0].map((shift) => Math.floor(length / 2 ** shift) & 0xff);
  return `${FINAL_TEXT}\x7f${String.fromCharCode(...bytes)}`;
}
