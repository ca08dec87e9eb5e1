// Opens WebSocket connections: the library checks the handshake, the ticket is redeemed, and the socket is
// connected with a session. A client that is refused gets an envelope.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { WEBSOCKET_PATH } from '../../../contract/limits.js';
import { andThen, type MaybePromise } from '../../../kernel/maybe-promise.js';
import { rateLimited, refuse, type ServiceResult, type Refusal } from '../../service/outcome.js';
import type { ApiClient } from '../../service/access.js';
import type { Upgrade } from '../../service/origin.js';
import { upgradeOf } from './upgrade-facts.js';
import { FRAME_LIMITS } from '../../limits/limits.js';
import { serviceFailed } from '../envelope.js';
import { endWithReply } from '../last-words.js';
import { refusalReply } from '../rest/handle.js';
import { splitTarget } from '../rest/router.js';
import type { ServerParts } from '../server-parts.js';
import { tooLong } from '../too-long.js';
import { CLOSE_CODES } from './close-codes.js';
import { createTextFrames } from './text-frame.js';
import { tie } from './tie.js';

export interface Upgrader {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes all connections with 1001; resolves when they are gone. */
  close(): Promise<void>;
  /** Cuts the connections that are still open, without a closing handshake. */
  cut(): void;
}

/** A request for an upgrade; the client that its ticket was issued to, once the ticket has been taken. */
type UpgradeRequest = IncomingMessage & { admitted?: ApiClient; upgrade?: Upgrade };

/** How long a closing handshake may take when the service goes away, in ms of the machine. */
const CLOSING_TIME = 2000;

export function createUpgrader(parts: ServerParts, instance?: string): Upgrader {
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
    upgrade: (request: UpgradeRequest, socket, head) => {
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
    close: async () => {
      const patience = parts.machine.setTimer('closing handshakes', CLOSING_TIME, () =>
        cutIdle(server.clients),
      );
      await Promise.all([...server.clients].map(sayGoodbye));
      patience.cancel();
    },
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
    const [path, search] = splitTarget(request.url ?? '');
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
    return { ok: false, refusal: serviceFailed() };
  };
  return (request) => {
    try {
      const admitted = admit(request);
      return admitted instanceof Promise ? admitted.catch(fail) : admitted;
    } catch (error) {
      return fail(error);
    }
  };
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
