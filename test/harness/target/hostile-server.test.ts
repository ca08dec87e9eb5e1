// Servers that accept and never finish, over real sockets: each is given up in its time. The times are short here.
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, test } from 'vitest';
import { createNetworkTransport } from '../../../src/harness/target/network/create-network-transport.js';
import type { NetworkLimits } from '../../../src/harness/target/network/settings.js';
import type { SocketClose, Transport } from '../../../src/harness/target/transport.js';
import { checkTarget } from '../../../src/harness/target/check/check-target.js';
import { createTarget } from '../../../src/harness/target/create-target.js';
import { createSystemClock } from '../../../src/kernel/machine-clock.js';
import { createTrace } from '../../../src/trace/trace.js';
import { createSignal } from '../../suites/transport.js';
import { plainDialect } from './plain-dialect.js';
import { PROFILE } from './rig.js';
import { ungated } from './ungated.js';

type Behaviour = (socket: Socket) => void;

const clock = createSystemClock();
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function serve(behaviour: Behaviour): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.resume();
    behaviour(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    sockets.forEach((socket) => socket.destroy());
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

async function reach(
  behaviour: Behaviour,
  { scheme = '', limits = {} }: { scheme?: '' | 's'; limits?: Partial<NetworkLimits> } = {},
): Promise<Transport> {
  const port = await serve(behaviour);
  const transport = createNetworkTransport({
    baseUrl: `http${scheme}://127.0.0.1:${port}`,
    websocketUrl: `ws${scheme}://127.0.0.1:${port}`,
    tls: { insecure: true },
    clock,
    limits: { linger: 20, connecting: 500, ...limits },
  });
  stops.push(() => transport.close());
  return transport;
}

function every(socket: Socket, ms: number, act: () => void): void {
  const stop = new AbortController();
  socket.on('close', () => stop.abort());
  const tick = (): void => {
    if (stop.signal.aborted) return;
    act();
    clock.setTimer('a tick of a hostile server', ms, tick);
  };
  tick();
}

/** As much as the other side takes. */
function flood(socket: Socket, piece: string | Buffer): void {
  const pour = (): void => {
    for (let left = 64; left > 0 && socket.write(piece); left--);
  };
  socket.on('drain', pour);
  pour();
}

const silent: Behaviour = () => undefined;
const OK = 'HTTP/1.1 200 OK\r\n';
const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  'is silent': silent,
  'answers its headers byte by byte': (socket) => {
    socket.write(OK);
    every(socket, 20, () => socket.write('x'));
  },
  'answers its body byte by byte': (socket) => {
    socket.write(`${OK}content-length: 1000\r\n\r\n`);
    every(socket, 20, () => socket.write('x'));
  },
  'sends headers without end': (socket) => {
    socket.write(OK);
    flood(socket, `x-a: ${'y'.repeat(1000)}\r\n`);
  },
  'sends a body without end': (socket) => {
    socket.write(`${OK}\r\n`);
    flood(socket, 'y'.repeat(65_536));
  },
  'sends chunks without end': (socket) => {
    socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`);
    flood(socket, '1\r\nx\r\n'.repeat(1000));
  },
  'sends interim answers without end': (socket) =>
    every(socket, 5, () => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(10))),
};

const GET = { method: 'GET', path: '/svc/v1/devices', headers: {} };
const QUIET = { frame: () => undefined, closed: () => undefined };

/** Well above what is expected, for machines under load; what waits for ever is later still. */
const LATE = 60_000;

/** How long the work took that is given up after 200 ms. */
async function givenUp<T>(work: (signal: AbortSignal) => Promise<T>): Promise<readonly [T, number]> {
  const stop = new AbortController();
  const timer = clock.setTimer('patience of a test', 200, () => stop.abort());
  const startedAt = clock.now();
  const outcome = await work(stop.signal);
  timer.cancel();
  return [outcome, clock.now() - startedAt];
}

describe.each(Object.entries(BEHAVIOURS))('a server that %s', (_what, behaviour) => {
  test.each([false, true])('keeps no request (cut: %s)', async (cutAfterSending) => {
    const transport = await reach(behaviour);
    const [outcome, took] = await givenUp((signal) => transport.http(GET, { signal, cutAfterSending }));
    expect(outcome.kind).toBe('broken');
    expect(took).toBeLessThan(LATE);
  });

  it('keeps no upgrade', async () => {
    const transport = await reach(behaviour);
    const [outcome, took] = await givenUp((signal) => transport.open('/svc/v1/ws', QUIET, { signal }));
    expect(outcome.kind).toBe('refused');
    expect(took).toBeLessThan(LATE);
  });

  it('is unreachable for the check before a run', async () => {
    const transport = await reach(behaviour);
    const profile = { ...PROFILE, patience: 400 };
    const trace = createTrace(clock);
    const target = createTarget({
      profile,
      dialect: plainDialect,
      clock,
      transport: ungated(transport),
      trace,
    });
    const startedAt = clock.now();
    expect((await checkTarget(target, profile)).kind).toBe('unreachable');
    expect(clock.now() - startedAt).toBeLessThan(LATE);
  });
});

describe('a server that never answers TLS', () => {
  test.each([false, true])('keeps no request (cut: %s)', async (cutAfterSending) => {
    const transport = await reach(silent, { scheme: 's' });
    const [outcome, took] = await givenUp((signal) => transport.http(GET, { signal, cutAfterSending }));
    expect(outcome).toMatchObject({ kind: 'broken', reason: 'aborted' });
    expect(took).toBeLessThan(LATE);
  });

  it('keeps no upgrade, and lets the transport close', async () => {
    const transport = await reach(silent, { scheme: 's' });
    const [outcome] = await givenUp((signal) => transport.open('/svc/v1/ws', QUIET, { signal }));
    expect(outcome.kind).toBe('refused');
    await transport.close();
  });

  it('is given up as refused where nobody gives it up before', async () => {
    const transport = await reach(silent, { scheme: 's', limits: { connecting: 100 } });
    expect(await transport.http(GET)).toMatchObject({ reason: 'refused', cause: 'connection' });
  });
});

describe('a server that redirects', () => {
  it('is not followed', async () => {
    let requests = 0;
    const transport = await reach((socket) => {
      socket.on('data', () => {
        requests++;
        socket.write('HTTP/1.1 302 Found\r\nlocation: /svc/v1/devices\r\ncontent-length: 0\r\n\r\n');
      });
    });
    expect(await transport.http(GET)).toMatchObject({ kind: 'reply', reply: { status: 302 } });
    expect((await transport.open('/svc/v1/ws', QUIET)).kind).toBe('refused');
    expect(requests).toBe(2);
  });
});

/** Answers the upgrade, and goes on as it is told. */
function upgraded(then: Behaviour): Behaviour {
  return (socket) => {
    socket.once('data', (data: Buffer) => {
      const key = /sec-websocket-key: (\S+)/i.exec(data.toString())?.[1] ?? '';
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n' +
          `sec-websocket-accept: ${accept}\r\n\r\n`,
      );
      then(socket);
    });
  };
}

function frame(opcode: number, payload: string): Buffer {
  return Buffer.concat([Buffer.from([0x80 | opcode, payload.length]), Buffer.from(payload)]);
}

describe('a connection that is open', () => {
  it('and silent is closed within the patience of its close', async () => {
    const transport = await reach(upgraded(silent));
    const closed = createSignal<SocketClose>();
    const opened = await transport.open('/svc/v1/ws', { ...QUIET, closed: closed.give });
    expect(opened.kind).toBe('open');
    if (opened.kind === 'open') opened.socket.cut();
    expect(await closed.came).toMatchObject({ code: 1006 });
  });

  test.each([
    ['frames', { frames: 100 }, frame(1, '{"a":1}'), 'it brought more than 100 frames'],
    ['bytes', { received: 5000 }, frame(1, 'x'.repeat(100)), 'it brought more than 5000 bytes'],
    ['pings', { frames: 100 }, frame(9, 'x'), 'it brought more than 100 frames'],
    ['pongs', { frames: 100 }, frame(10, ''), 'it brought more than 100 frames'],
    [
      'bytes at a time',
      { message: 50 },
      frame(1, 'x'.repeat(100)),
      'it brought a frame of more than 50 bytes',
    ],
  ])('and brings too many %s is ended', async (_what, limits, piece, detail) => {
    let frames = 0;
    const closed = createSignal<SocketClose>();
    const transport = await reach(
      upgraded((socket) => flood(socket, Buffer.concat(Array.from({ length: 50 }, () => piece)))),
      { limits },
    );
    await transport.open('/svc/v1/ws', { frame: () => void frames++, closed: closed.give });
    expect(await closed.came).toEqual({ code: 1008, reason: '', detail, flooded: true });
    expect(frames).toBeLessThanOrEqual(100);
  });

  it('answers pings as long as there are not too many', async () => {
    const pong = createSignal<Buffer>();
    const transport = await reach(
      upgraded((socket) => {
        socket.once('data', pong.give);
        socket.write(frame(9, 'hi'));
      }),
    );
    await transport.open('/svc/v1/ws', QUIET);
    expect((await pong.came)[0]).toBe(0x8a);
  });
});
