// A server on a free port that follows a script: node:http and ws, nothing of the interface.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { WebSocketServer } from 'ws';
import type { Peer, ServerScript } from '../../suites/transport.js';

export interface ScriptedServer {
  readonly url: string;
  readonly websocketUrl: string;
  /** Connections that were ever made to it. */
  connections(): number;
  stop(): Promise<void>;
}

export async function startServer(
  script: ServerScript,
  tls?: { key: string; cert: string },
): Promise<ScriptedServer> {
  const server = tls ? createSecureServer(tls) : createServer();
  let connections = 0;
  server.on('connection', () => connections++);
  answerRequests(server, script);
  answerUpgrades(server, script);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    websocketUrl: `${tls ? 'wss' : 'ws'}://127.0.0.1:${port}`,
    connections: () => connections,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answerRequests(server: Server, script: ServerScript): void {
  server.on('request', (request, response) => {
    void text(request).then(
      async (body) => {
        const answer = await script.http({
          method: request.method ?? '',
          path: request.url ?? '',
          headers: request.headers as Record<string, string>,
          body,
        });
        if (answer === 'silence') return;
        if (answer === 'break') return void request.socket.destroy();
        response.writeHead(answer.status, answer.headers);
        response.end(answer.body);
      },
      () => undefined,
    );
  });
}

function answerUpgrades(server: Server, script: ServerScript): void {
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    socket.on('error', () => undefined);
    const answer = script.upgrade(request.url ?? '');
    if (answer === 'silence') return;
    if (answer !== 'open') {
      socket.end(`HTTP/1.1 ${answer} Refused\r\ncontent-length: 2\r\nconnection: close\r\n\r\nno`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (ws) => {
      const peer: Peer = {
        send: (frame) => ws.send(frame),
        close: (code, reason) => ws.close(code, reason),
        drop: () => ws.terminate(),
      };
      ws.on('message', (data: Buffer) => script.frame?.(peer, data.toString()));
      ws.on('close', (code) => script.closed?.(code));
      ws.on('error', () => undefined);
      script.opened?.(peer);
    });
  });
}
