// The sloppy server on a port of the loopback interface: for what only shows on a real socket.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { SloppyServer } from './server.js';

export interface Listening {
  readonly port: number;
  /** Requests and frames that have arrived. */
  arrived(): number;
  close(): Promise<void>;
}

export async function listen(server: SloppyServer): Promise<Listening> {
  let arrived = 0;
  const http = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      arrived++;
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const body = Buffer.concat(pieces).toString('utf8');
      server.http({ method: request.method ?? '', path: request.url ?? '', headers, body });
      response.setHeader('content-type', 'application/json');
      response.end('{"code":"SUCCESS","message":"OK","data":{}}');
    });
  });
  const sockets = new WebSocketServer({ server: http });
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      arrived++;
      server.frame(Buffer.isBuffer(data) ? data.toString('utf8') : '');
      socket.send('{}');
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    port: (http.address() as AddressInfo).port,
    arrived: () => arrived,
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      http.closeAllConnections();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
}
