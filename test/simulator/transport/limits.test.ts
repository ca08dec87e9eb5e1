import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { FRAME_LIMITS, JSON_LIMITS, REQUEST_LIMITS } from '../../../src/simulator/limits/limits.js';
import { networkOf } from '../../../src/simulator/transport/sockets.js';
import { createServing, exchange, parseResponse, type Served } from './listening.js';

const serving = createServing();
afterEach(() => serving.closeAll());

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

async function openSocket({ simulator, port }: Served, clientId = 'reader'): Promise<WebSocket> {
  const caller = simulator.service.admitMessage(clientId, undefined);
  const ticket = caller.ok ? simulator.service.issueTicket(caller.value) : caller;
  if (!ticket.ok) throw new Error(ticket.refusal.code);
  const query = encodeURIComponent(ticket.value.ticket);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/svc/v1/ws?ticket=${query}`);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return socket;
}

const closeOf = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => socket.once('close', (code) => resolve(code)));
const answerTo = (socket: WebSocket, text: string): Promise<Record<string, unknown>> =>
  new Promise((resolve) => {
    socket.once('message', (data) =>
      resolve(JSON.parse((data as Buffer).toString()) as Record<string, unknown>),
    );
    socket.send(text);
  });

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1', () => resolve(socket)).once('error', reject);
  });
}

const ended = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket
      .on('error', () => undefined)
      .resume()
      .once('close', () => resolve());
  });

describe('JSON that nests too deep', () => {
  it.each([JSON_LIMITS.depth + 1, 5000, 30_000])(
    'is refused in a body with 400, at depth %i',
    async (depth) => {
      const served = await serving.open();
      const response = await fetch(`${served.url}/svc/v1/devices/bench-01/relays/commands`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${served.tokenOf('operator')}`,
          'content-type': 'application/json',
        },
        body: `{"relays":${nested(depth - 1)}}`,
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'INVALID_REQUEST' });
      expect(served.bugs).toEqual([]);
    },
  );

  it('is refused in a frame by a reply to its requestId, or else by 1007, and others go on', async () => {
    const served = await serving.open();
    const [socket, other] = [await openSocket(served), await openSocket(served)];
    const deep = `{"type":${nested(5000)},"topic":"session.ping","requestId":"r1","data":{}}`;
    expect(await answerTo(socket, deep)).toMatchObject({ requestId: 'r1', code: 'INVALID_REQUEST' });
    const closed = closeOf(socket);
    socket.send(nested(30_000));
    expect(await closed).toBe(1007);
    const ping = '{"type":"request","topic":"session.ping","requestId":"r2","data":{}}';
    expect(await answerTo(other, ping)).toMatchObject({ requestId: 'r2', code: 'SUCCESS' });
    other.terminate();
    expect(served.bugs).toEqual([]);
  });
});

describe('a request', () => {
  it.each([
    [414, `GET /${'x'.repeat(REQUEST_LIMITS.maxTarget)} HTTP/1.1\r\nHost: x\r\n`],
    [404, `GET /${'x'.repeat(REQUEST_LIMITS.maxTarget - 1)} HTTP/1.1\r\nHost: x\r\n`],
    [431, `GET / HTTP/1.1\r\nHost: x\r\n${'X: y\r\n'.repeat(REQUEST_LIMITS.maxHeaders)}`],
    [431, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(REQUEST_LIMITS.maxHeaderBytes)}\r\n`],
  ])('that is too long is answered with %i', async (status, head) => {
    const { port } = await serving.open();
    expect(parseResponse(await exchange(port, `${head}\r\n`, true)).status).toBe(status);
  });

  it('is not answered beyond so many that wait for their answers on one socket', async () => {
    const served = await serving.open({ how: { sockets: { maxPipelined: 5 } } });
    const one = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';
    const socket = await opened(served.port);
    const end = ended(socket);
    socket.write(one.repeat(50));
    await end;
    expect(served.simulator.shell.socketCounts.dropped).toBe(1);
  });
});

describe('sockets', () => {
  it('of one address are let in up to a number, and again when others have gone', async () => {
    const { port, simulator } = await serving.open({ how: { sockets: { maxSocketsPerLoopback: 2 } } });
    const [first, second] = [await opened(port), await opened(port)];
    await ended(await opened(port));
    expect(simulator.shell.socketCounts).toEqual({ open: 2, total: 2, dropped: 1 });
    first.destroy();
    while (simulator.shell.socketCounts.open > 1) await wait(5);
    const third = await opened(port);
    expect((await exchange(port, 'GET / HTTP/1.1\r\n\r\n', true)).length).toBe(0);
    for (const socket of [second, third]) socket.destroy();
  });

  it.each([
    ['10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['fe80::1:2:3:4', 'fe80:0:0:0'],
    ['::1', '::1'],
  ])('of %s are counted for %s', (address, name) => {
    expect(networkOf(address)).toBe(name);
  });

  it('are cut off when nobody reads what waits for them', async () => {
    const sockets = { stallTimeout: 100, connectionsCheckingInterval: 20 };
    const { port, simulator } = await serving.open({ how: { sockets } });
    const socket = await opened(port);
    socket.pause();
    // Several megabytes: more than the system takes on its own.
    for (let at = 0; at < 90; at++) socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n');
    while (simulator.shell.socketCounts.dropped === 0) await wait(10);
    socket.destroy();
    expect(simulator.shell.socketCounts.dropped).toBe(1);
  });
});

describe('a WebSocket connection', () => {
  it('is closed with 1008 when it floods the service with pings', async () => {
    const served = await serving.open();
    const socket = await openSocket(served);
    const closed = closeOf(socket);
    // One after the other, as the library itself cuts off who does not wait for the answers.
    socket.on('pong', () => socket.readyState === socket.OPEN && socket.ping());
    socket.ping();
    expect(await closed).toBe(1008);
  });

  it('is closed with 1008 when a message comes in too many fragments', async () => {
    const served = await serving.open();
    const socket = await openSocket(served);
    const closed = closeOf(socket);
    for (let at = 0; at <= FRAME_LIMITS.maxFragments; at++) socket.send('', { fin: false });
    expect(await closed).toBe(1008);
  });

  it('is not given compression', async () => {
    const served = await serving.open();
    const socket = await openSocket(served);
    expect(socket.extensions).toBe('');
    socket.terminate();
  });

  it('is not opened beyond what one client may have, which costs no ticket', async () => {
    const served = await serving.open({ settings: { maxConnectionsPerClient: 1 } });
    const first = await openSocket(served);
    const { service } = served.simulator;
    const caller = service.admitMessage('reader', undefined);
    const ticket = caller.ok ? service.issueTicket(caller.value) : caller;
    const value = ticket.ok ? ticket.value.ticket : '';
    expect(service.openConnection(value)).toMatchObject({ refusal: { code: 'RATE_LIMITED' } });
    const other = await openSocket(served, 'operator');
    first.terminate();
    while (served.simulator.connections.countOf('reader') > 0) await wait(5);
    expect(service.openConnection(value).ok).toBe(true);
    other.terminate();
  });
});
