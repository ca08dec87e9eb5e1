import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { machinePorts } from '../../../examples/client/machine.js';

const ports = machinePorts();
const never = new AbortController().signal;
const seen: IncomingMessage[] = [];
const server = createServer((request, response) => {
  seen.push(request);
  if (request.url === '/broken') request.socket.destroy();
  else if (request.url !== '/silent')
    response.writeHead(429, { 'retry-after': '7' }).end('{"code":"RATE_LIMITED"}');
});
const upgraded: Duplex[] = [];
const sockets = new WebSocketServer({ noServer: true });
server.on('upgrade', (request, socket, head) => {
  seen.push(request);
  upgraded.push(socket);
  if (request.url === '/open') {
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('message', (data: Buffer) => {
        const text = data.toString();
        if (text === 'leave') opened.close();
        else opened.send(text);
      });
    });
  } else if (request.url === '/refused') {
    socket.end('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\nContent-Length: 2\r\n\r\n{}');
  } else if (request.url === '/broken') socket.destroy();
});
let base = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => void seen.splice(0));
afterAll(async () => {
  await ports.http.close();
  server.closeAllConnections();
  for (const socket of upgraded) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

function send(path: string, signal = never) {
  const request = {
    method: 'POST',
    url: `http://${base}${path}`,
    headers: { accept: '*/*' },
    body: '{}',
  } as const;
  return ports.http.send(request, signal);
}

/** Opens a connection, and gathers what is heard of it. */
async function open(path: string, signal = never) {
  const heard: string[] = [];
  let close = (): void => undefined;
  const closed = new Promise<void>((resolve) => (close = resolve));
  const opened = await ports.sockets.open(
    `ws://${base}${path}`,
    { onMessage: (text) => heard.push(text), onClose: close },
    signal,
  );
  return { opened, heard, closed };
}

function browserHeadersOf(request: IncomingMessage | undefined): string[] {
  return Object.keys(request?.headers ?? {}).filter(
    (name) => name === 'origin' || name.startsWith('sec-fetch'),
  );
}

describe('HTTP as the machine has it', () => {
  test('gives status, Retry-After and body, and sends no header of a browser (client.server-side-only)', async () => {
    expect(await send('/')).toEqual({ status: 429, retryAfter: '7', body: '{"code":"RATE_LIMITED"}' });
    expect(seen).toHaveLength(1);
    expect(browserHeadersOf(seen[0])).toEqual([]);
  });

  test('rejects when the connection breaks, and does not repeat the request by itself', async () => {
    await send('/');
    await expect(send('/broken')).rejects.toThrow('other side closed');
    expect(seen.map(({ url }) => url)).toEqual(['/', '/broken']);
  });

  test('rejects when it is called off', async () => {
    const limit = new AbortController();
    const work = send('/silent', limit.signal);
    server.once('request', () => limit.abort());
    await expect(work).rejects.toThrow('aborted');
  });
});

describe('WebSockets as the machine has them', () => {
  test('send, receive, and tell when they are closed', async () => {
    const { opened, heard, closed } = await open('/open');
    if ('status' in opened) throw new Error('the connection is refused');
    opened.send('hello');
    opened.send('leave');
    await closed;
    expect(heard).toEqual(['hello']);
    expect(browserHeadersOf(seen[0])).toEqual([]);
  });

  test('are closed with a handshake, or cut', async () => {
    for (const end of ['close', 'cut'] as const) {
      const { opened, closed } = await open('/open');
      if ('status' in opened) throw new Error('the connection is refused');
      opened[end]();
      await closed;
    }
    expect(seen).toHaveLength(2);
  });

  test('give the response of a service that refuses them', async () => {
    expect((await open('/refused')).opened).toEqual({ status: 429, retryAfter: '5', body: '{}' });
  });

  test('reject when there is no response, and when they are called off', async () => {
    await expect(open('/broken')).rejects.toThrow('socket hang up');
    const limit = new AbortController();
    const work = open('/silent', limit.signal);
    server.once('upgrade', () => limit.abort());
    await expect(work).rejects.toThrow('closed before the connection');
  });
});
