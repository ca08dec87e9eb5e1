// Opens WebSocket connections: the library checks the handshake, the ticket is redeemed, and the socket is
// connected with a session. A client that is refused gets an envelope.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { WEBSOCKET_PATH } from '../../../contract/limits.js';
import { rateLimited, refuse, type ServiceResult, type Refusal } from '../../service/outcome.js';
import type { ApiClient } from '../../service/access.js';
import { endWithReply } from '../last-words.js';
import { refusalReply } from '../rest/handle.js';
import { splitTarget } from '../rest/router.js';
import type { ServerParts } from '../server-parts.js';
import { CLOSE_CODES } from './close-codes.js';
import { createFrameBytes } from './frame-bytes.js';
import { tie } from './tie.js';

export interface Upgrader {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes all connections with 1001; resolves when they are gone. */
  close(): Promise<void>;
  /** Cuts the connections that are still open, without a closing handshake. */
  cut(): void;
}

/** A request for an upgrade; the client that its ticket was issued to, once the ticket has been taken. */
type UpgradeRequest = IncomingMessage & { admitted?: ApiClient };

/** How long a closing handshake may take when the service goes away, in ms of the machine. */
const CLOSING_TIME = 2000;

export function createUpgrader(parts: ServerParts): Upgrader {
  // Shared by all connections, as an event is the same for all of them.
  const bytesOf = createFrameBytes();
  const turnAway = (socket: Duplex, refusal: Refusal): void =>
    endWithReply(socket, refusalReply(refusal, parts.dialect, parts.random), parts.machine);
  const admit = (request: IncomingMessage): ServiceResult<ApiClient> => {
    const [path, search] = splitTarget(request.url ?? '');
    if (path !== WEBSOCKET_PATH) return refuse('NOT_FOUND', 'There is no WebSocket at this path.');
    if (server.clients.size >= parts.settings.maxConnections) {
      return rateLimited(1000, 'Too many connections are open.');
    }
    return parts.service.openConnection(new URLSearchParams(search).get('ticket') ?? undefined);
  };

  const server = new WebSocketServer({
    noServer: true,
    maxPayload: parts.settings.maxMessageBytes,
    // The library calls this after it has checked the handshake, so that a bad handshake uses up no ticket.
    verifyClient: ({ req }: { req: UpgradeRequest }, accept: (verified: boolean) => void) => {
      const admitted = admit(req);
      if (!admitted.ok) {
        turnAway(req.socket, admitted.refusal);
        return;
      }
      req.admitted = admitted.value;
      accept(true);
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
        if (request.admitted) tie(parts, bytesOf, request.admitted, webSocket);
        else webSocket.terminate();
      });
    },
    close: async () => {
      const patience = parts.machine.setTimer('closing handshakes', CLOSING_TIME, cut);
      await Promise.all([...server.clients].map(sayGoodbye));
      patience.cancel();
    },
    cut,
  };
}

function sayGoodbye(client: WebSocket): Promise<void> {
  const { code, reason } = CLOSE_CODES.goingAway;
  return new Promise((resolve) => {
    client.once('close', () => resolve());
    client.close(code, reason);
  });
}
