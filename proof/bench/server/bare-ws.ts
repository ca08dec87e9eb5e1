// What plain ws can do at most: it answers each frame with the same bytes, and sends other bytes to all
// connections when it is asked to over HTTP.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

const [replyFile = '', eventFile = ''] = process.argv.slice(2);
const reply = readFileSync(replyFile, 'utf8');
// A Buffer, so that the text is encoded once and not for each connection.
const event = readFileSync(eventFile);

const server = createServer((_request, response) => {
  for (const client of sockets.clients) client.send(event, { binary: false });
  response.end('{}');
});
const sockets = new WebSocketServer({ server });
sockets.on('connection', (socket) => {
  socket.on('message', () => socket.send(reply));
  socket.on('error', () => undefined);
});
server.listen(0, '127.0.0.1', () =>
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
