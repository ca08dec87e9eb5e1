// Opens WebSocket connections: a ticket is taken, the handshake is left to the library, and the socket is
// tied to a session.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { WEBSOCKET_PATH } from '../../../contract/limits.js';
import type { Refusal } from '../../service/outcome.js';
import type { Caller } from '../../service/service.js';
import { refusalReply } from '../rest/handle.js';
import { rawResponse } from '../rest/write-reply.js';
import type { ServerParts } from '../server.js';
import { CLOSE_CODES } from './close-codes.js';
import type { Session, SessionSocket } from './session.js';

export interface Upgrader {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes all connections with 1001; those that do not answer in time are cut. */
  close(): Promise<void>;
}

/** How long a closing handshake may take, in ms of the clock. */
const CLOSING_TIME = 2000;

export function createUpgrader(parts: ServerParts): Upgrader {
  const { settings, service } = parts;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: settings.maxMessageBytes,
    clientTracking: true,
  });

  const admit = (request: IncomingMessage): { readonly caller: Caller } | { readonly refusal: Refusal } => {
    const [path, search] = (request.url ?? '').split('?', 2);
    if (path !== WEBSOCKET_PATH) return refused('NOT_FOUND', 'There is no WebSocket at this path.');
    if (server.clients.size >= settings.maxConnections) {
      return {
        refusal: { code: 'RATE_LIMITED', message: 'Too many connections are open.', retryAfterSeconds: 1 },
      };
    }
    const opened = service.openConnection(new URLSearchParams(search).get('ticket') ?? undefined);
    return opened.ok ? { caller: opened.value } : opened;
  };

  return {
    upgrade: (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      const admitted = admit(request);
      if ('refusal' in admitted) {
        socket.end(rawResponse(refusalReply(admitted.refusal, parts.dialect, parts.random)));
        return;
      }
      server.handleUpgrade(request, socket, head, (webSocket) => tie(parts, admitted.caller, webSocket));
    },
    close: async () => {
      const { code, reason } = CLOSE_CODES.goingAway;
      const closed = [...server.clients].map(
        (client) => new Promise<void>((resolve) => client.once('close', () => resolve())),
      );
      for (const client of server.clients) client.close(code, reason);
      const patience = parts.clock.setTimer('closing', CLOSING_TIME, () => {
        for (const client of server.clients) client.terminate();
      });
      await Promise.all(closed);
      patience.cancel();
    },
  };
}

function refused(code: Refusal['code'], message: string): { readonly refusal: Refusal } {
  return { refusal: { code, message } };
}

function tie(parts: ServerParts, caller: Caller, webSocket: WebSocket): void {
  const socket: SessionSocket = {
    send: (text) => webSocket.send(text),
    close: (why) => {
      const { code, reason } = CLOSE_CODES[why];
      // A peer that does not read will not read the closing handshake either.
      if (why === 'tooSlow') webSocket.terminate();
      else webSocket.close(code, reason);
    },
    backlog: () => webSocket.bufferedAmount,
  };
  const session: Session = parts.openSession(caller, socket);
  webSocket.on('message', (data, isBinary) => {
    if (isBinary) socket.close('binary');
    else session.receive((data as Buffer).toString('utf8'));
  });
  webSocket.on('error', () => webSocket.terminate());
  webSocket.on('close', () => session.end());
}
