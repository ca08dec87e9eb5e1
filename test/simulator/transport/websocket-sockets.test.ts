import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { readAnswer } from '../../suites/service-rig.js';
import { createServing, exchange, parseResponse, type Served } from './listening.js';
import { quotasBut } from './simulated.js';

const serving = createServing();
afterEach(() => serving.closeAll());

function ticketFor({ simulator }: Served, client: string): string {
  const caller = simulator.service.admitMessage(client, undefined);
  const ticket = caller.ok ? simulator.service.issueTicket(caller.value) : caller;
  if (!ticket.ok) throw new Error(`no ticket for ${client}`);
  return ticket.value.ticket;
}

type Ending = { readonly code: number; readonly reason: string };

interface Connection {
  readonly socket: WebSocket;
  readonly closed: Promise<Ending>;
  next(): Promise<Record<string, unknown>>;
}

async function open(
  served: Served,
  client = 'operator',
  ticket = ticketFor(served, client),
): Promise<Connection> {
  const socket = new WebSocket(`ws://127.0.0.1:${served.port}/svc/v1/ws?ticket=${ticket}`);
  const closed = new Promise<Ending>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const next = (): Promise<Record<string, unknown>> =>
    new Promise((resolve) => {
      socket.once('message', (data) =>
        resolve(JSON.parse((data as Buffer).toString()) as Record<string, unknown>),
      );
    });
  return { socket, closed, next };
}

function request(topic: string, requestId: string, data: unknown = {}): string {
  return JSON.stringify({ type: 'request', topic, requestId, data });
}

function handshake(target: string, headers = ''): string {
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n';
  return `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${headers || key}\r\n`;
}

describe('an upgrade', () => {
  it('with a ticket opens a connection that answers', async () => {
    const served = await serving.open();
    const { socket, next } = await open(served);
    socket.send(request('session.ping', 'r1'));
    expect(await next()).toMatchObject({ type: 'reply', requestId: 'r1', code: 'SUCCESS' });
  });

  it('is made by one of many that race with one ticket', async () => {
    const served = await serving.open();
    const ticket = ticketFor(served, 'reader');
    const tries = Array.from({ length: 20 }, () => open(served, 'reader', ticket));
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it.each([
    ['without a ticket', '/svc/v1/ws', 401, 'TICKET_INVALID'],
    ['with an unknown ticket', '/svc/v1/ws?ticket=wst-made-up', 401, 'TICKET_INVALID'],
    ['at another path', '/svc/v1/devices', 404, 'NOT_FOUND'],
  ])('%s is refused in the envelope', async (_, target, status, code) => {
    const { port } = await serving.open();
    const answer = readAnswer(parseResponse(await exchange(port, handshake(target))));
    expect(answer).toMatchObject({ status, code });
  });

  it('with a bad handshake is refused in the envelope and costs no ticket', async () => {
    const served = await serving.open();
    const ticket = ticketFor(served, 'reader');
    const target = `/svc/v1/ws?ticket=${ticket}`;
    for (const headers of ['X: y\r\n', 'Sec-WebSocket-Key: short\r\nSec-WebSocket-Version: 13\r\n']) {
      const answer = readAnswer(parseResponse(await exchange(served.port, handshake(target, headers))));
      expect(answer).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
    }
    const post = handshake(target).replace('GET', 'POST');
    expect(readAnswer(parseResponse(await exchange(served.port, post)))).toMatchObject({ status: 400 });
    await open(served, 'reader', ticket);
  });

  it('of a disabled client is refused', async () => {
    const served = await serving.open();
    const target = `/svc/v1/ws?ticket=${ticketFor(served, 'reader')}`;
    served.simulator.ports.access.setDisabled('reader', true);
    const answer = readAnswer(parseResponse(await exchange(served.port, handshake(target))));
    expect(answer).toMatchObject({ status: 403, code: 'APP_DISABLED' });
  });

  it('beyond the quota or the most connections is a 429, and the ticket stays good', async () => {
    const served = await serving.open({
      settings: { maxConnections: 2, quotas: quotasBut({ connect: { limit: 1, window: 5000 } }) },
    });
    const first = await open(served, 'reader');
    const ticket = ticketFor(served, 'reader');
    const again = () => exchange(served.port, handshake(`/svc/v1/ws?ticket=${ticket}`));
    expect(readAnswer(parseResponse(await again()))).toMatchObject({
      status: 429,
      data: { retryAfterSeconds: 5 },
    });
    await open(served, 'operator');
    await served.clock.advance(5000);
    expect(readAnswer(parseResponse(await again()))).toMatchObject({
      status: 429,
      data: { retryAfterSeconds: 1 },
    });
    first.socket.close();
    await first.closed;
    await open(served, 'reader', ticket);
  });
});

describe('a connection', () => {
  it.each([
    ['a binary frame', (socket: WebSocket) => socket.send(Buffer.from('{}')), 1003],
    ['a frame that is no JSON', (socket: WebSocket) => socket.send('hello'), 1007],
    [
      'text that is not UTF-8',
      (socket: WebSocket) => socket.send(Buffer.from([0xff, 0xfe]), { binary: false }),
      1007,
    ],
    ['a message that is too large', (socket: WebSocket) => socket.send('x'.repeat(65 * 1024)), 1009],
    [
      'a message that is far too large',
      (socket: WebSocket) => socket.send('x'.repeat(4 * 1024 * 1024)),
      1009,
    ],
  ])('is closed for %s, and others are not', async (_, send, code) => {
    const served = await serving.open();
    const [bad, good] = [await open(served), await open(served)];
    send(bad.socket);
    expect(await bad.closed).toMatchObject({ code });
    good.socket.send(request('session.ping', 'still here'));
    expect(await good.next()).toMatchObject({ code: 'SUCCESS' });
    expect(served.bugs).toEqual([]);
  });

  it('that breaks the protocol is closed with 1002', async () => {
    const served = await serving.open();
    const { socket, closed } = await open(served);
    // A frame that is not masked, behind the back of the client's library.
    (socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket.write(
      Buffer.from([0x81, 0x01, 0x78]),
    );
    expect(await closed).toMatchObject({ code: 1002 });
  });

  it('that is silent is closed with 4000', async () => {
    const served = await serving.open({ settings: { heartbeatTimeout: 60_000 } });
    const { closed } = await open(served);
    await served.clock.advance(60_000);
    expect(await closed).toEqual({ code: 4000, reason: 'no heartbeat' });
  });

  it('of a client that has been disabled is closed with 1008, after the reply', async () => {
    const served = await serving.open();
    const { socket, next, closed } = await open(served, 'reader');
    served.simulator.ports.access.setDisabled('reader', true);
    socket.send(request('session.ping', 'r1'));
    expect(await next()).toMatchObject({ requestId: 'r1', code: 'APP_DISABLED' });
    expect(await closed).toMatchObject({ code: 1008 });
  });

  it('that does not read is cut off, and what waits for it stays within the limit', async () => {
    const limit = 256 * 1024;
    const served = await serving.open({ settings: { maxBacklogBytes: limit } });
    const raw = connect(served.port, '127.0.0.1');
    raw.on('error', () => undefined);
    const gone = new Promise((resolve) => raw.once('close', resolve));
    raw.write(handshake(`/svc/v1/ws?ticket=${ticketFor(served, 'operator')}`));
    await new Promise((resolve) => raw.once('data', resolve));
    raw.pause();
    const memory = () => process.memoryUsage().external + process.memoryUsage().heapUsed;
    const cut = () => served.clock.pending().every(({ name }) => name !== 'heartbeat');
    const before = memory();
    // The sockets of the machine take some megabytes before anything waits with us.
    for (let round = 0; round < 20_000 && !cut(); round++) {
      served.simulator.ports.events.publish({
        topic: 'device.rs485.received',
        eventId: `evt-${round}`,
        occurredAt: 0,
        deviceId: 'bench-01',
        data: 'ab'.repeat(4096),
      });
      await served.clock.advance(0);
    }
    expect(cut()).toBe(true);
    expect(memory() - before).toBeLessThan(64 * 1024 * 1024);
    raw.resume();
    await gone;
  });

  it('that pings and does not read is cut off too', async () => {
    const served = await serving.open({ settings: { maxBacklogBytes: 64 * 1024 } });
    const raw = connect(served.port, '127.0.0.1');
    const gone = new Promise((resolve) => raw.once('close', resolve));
    raw.on('error', () => undefined);
    raw.write(handshake(`/svc/v1/ws?ticket=${ticketFor(served, 'operator')}`));
    await new Promise((resolve) => raw.once('data', resolve));
    raw.pause();
    const ping = Buffer.concat([Buffer.from([0x89, 0x80 | 125, 0, 0, 0, 0]), Buffer.alloc(125, 'x')]);
    const pings = Buffer.concat(Array.from({ length: 500 }, () => ping));
    const cut = () => served.clock.pending().every(({ name }) => name !== 'heartbeat');
    for (let sent = 0; sent < 2000 && !cut(); sent++) {
      raw.write(pings);
      await served.clock.advance(0);
    }
    expect(cut()).toBe(true);
    raw.resume();
    await gone;
  });
});
