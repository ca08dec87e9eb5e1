// What is on its way between real sockets of one process holds up virtual time, and what is on its way elsewhere does not.
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { connect as connectTls, createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { generate } from 'selfsigned';
import { createVirtualClock, type VirtualClock } from '../../../src/kernel/virtual-clock.js';
import { watchSocketTraffic } from '../../../src/lab/virtual-time/socket-traffic.js';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0).toReversed()) end();
});

function virtual(): VirtualClock {
  const traffic = watchSocketTraffic();
  ends.push(traffic.dispose);
  const clock = createVirtualClock(0, traffic);
  ends.push(clock.flow());
  return clock;
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function client(socket: Socket): Socket {
  ends.push(() => void socket.destroy());
  return socket.on('error', () => undefined);
}

const until = (socket: Socket, event: string): Promise<unknown> =>
  new Promise((resolve) => socket.once(event, resolve));

describe('virtual time over sockets', () => {
  it('stands still until an answer has come, however patient the one who asks', async () => {
    const clock = virtual();
    const port = await portOf(createServer((socket) => socket.on('error', () => undefined).pipe(socket)));
    for (let round = 0; round < 50; round++) {
      const socket = client(connect(port, '127.0.0.1'));
      const began = clock.now();
      const patience = clock.sleep(1).then(() => 'late');
      socket.write('x'.repeat(100_000));
      const answer = new Promise((resolve) => {
        let length = 0;
        socket.on('data', (data) => (length += data.length) === 100_000 && resolve('answered'));
      });
      expect(await Promise.race([answer, patience])).toBe('answered');
      expect(clock.now()).toBe(began);
      await patience;
    }
  });

  it('goes by for a server that waits on the same clock', async () => {
    const clock = virtual();
    const server = createHttpServer((_request, response) => {
      void clock.sleep(3000).then(() => response.end('late'));
    });
    const port = await portOf(server);
    ends.push(() => server.closeAllConnections());
    const text = await fetch(`http://127.0.0.1:${port}`).then((reply) => reply.text());
    expect([text, clock.now()]).toEqual(['late', 3000]);
  });

  it('stands still for TLS on a socket that was connected first', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
    const clock = virtual();
    const server = createTlsServer({ key, cert }, (socket) =>
      socket.on('error', () => undefined).pipe(socket),
    );
    const port = await portOf(server);
    const plain = client(connect(port, '127.0.0.1'));
    const socket = client(connectTls({ socket: plain, rejectUnauthorized: false }));
    const patience = clock.sleep(1).then(() => 'late');
    socket.write('hello');
    const answer = until(socket, 'data').then(String);
    expect(await Promise.race([answer, patience])).toBe('hello');
  });

  it('sees that an end has closed', async () => {
    const clock = virtual();
    const port = await portOf(createServer((socket) => void socket.on('error', () => undefined).end('bye')));
    const socket = client(connect(port, '127.0.0.1')).resume();
    const patience = clock.sleep(1).then(() => 'late');
    expect(await Promise.race([until(socket, 'close').then(() => 'closed'), patience])).toBe('closed');
  });

  it('goes on where nobody reads, and counts that', async () => {
    const clock = virtual();
    const port = await portOf(createServer((socket) => void socket.on('error', () => undefined).pause()));
    const socket = client(connect(port, '127.0.0.1'));
    await until(socket, 'connect');
    socket.write('x'.repeat(5_000_000));
    await clock.sleep(1000);
    expect([clock.now(), clock.unread]).toEqual([1000, 1]);
  });

  it('is not held by sockets once the watch is over', async () => {
    const traffic = watchSocketTraffic();
    traffic.dispose();
    const port = await portOf(createServer((socket) => void socket.on('error', () => undefined).pause()));
    const socket = client(connect(port, '127.0.0.1'));
    await until(socket, 'connect');
    expect(traffic.look().quiet).toBe(true);
  });
});
