// Bytes that are no text, from a real socket to the finding: in a body, a header, a frame and a close reason.
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { judge } from '../../../src/harness/judge/judge.js';
import { createNetworkTransport } from '../../../src/harness/target/network/create-network-transport.js';
import { createSystemClock } from '../../../src/kernel/machine-clock.js';
import { hear, ok, traceOf } from '../judge/traces.js';

const clock = createSystemClock();

async function transportTo(say: (socket: Socket) => void, frames: readonly Buffer[] = [], reason?: Buffer) {
  const server = createServer((request) => say(request.socket));
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (ws) => {
    // The reason comes back as it was sent.
    ws.on('error', () => undefined);
    for (const frame of frames) ws.send(frame, { binary: false });
    if (reason) ws.close(4000, reason);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const transport = createNetworkTransport({
    baseUrl: url,
    websocketUrl: url.replace('http', 'ws'),
    tls: { insecure: false },
    clock,
    limits: { linger: 50 },
  });
  onTestFinished(async () => {
    await transport.close();
    for (const client of sockets.clients) client.terminate();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return transport;
}

const reply = (head: string, body: Buffer) => (socket: Socket) =>
  socket.end(
    Buffer.concat([
      Buffer.from(
        `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n${head}connection: close\r\n\r\n`,
        'latin1',
      ),
      body,
    ]),
  );
const get = { method: 'GET', path: '/', headers: {} };

describe('a reply over REST', () => {
  test.each([
    ['in UTF-8', '', Buffer.from('{"a":"ü"}'), undefined],
    [
      'with a body that is not',
      '',
      Buffer.from([0x7b, 0x22, 0xff, 0x22]),
      ['a body with a byte at offset 2 that is not UTF-8'],
    ],
    [
      'with a body that breaks off',
      '',
      Buffer.from([0x22, 0xe2, 0x82]),
      ['a body with a byte at offset 1 that is not UTF-8'],
    ],
    [
      'with a header that is not',
      'x-odd: ok\u00ff\r\n',
      Buffer.from('{}'),
      ['a header x-odd with a byte at offset 2 that is not UTF-8'],
    ],
  ] as const)('%s says where its bytes are no text', async (_, head, body, malformed) => {
    const transport = await transportTo(reply(head, body));
    const outcome = await transport.http(get);
    expect(outcome.kind === 'reply' && outcome.reply.malformed).toEqual(malformed);
  });

  test('shows a header as the text that it is', async () => {
    const transport = await transportTo(reply('x-name: \u00c3\u00bc\r\n', Buffer.from('{}')));
    const outcome = await transport.http(get);
    expect(outcome.kind === 'reply' && outcome.reply.headers['x-name']).toBe('ü');
  });

  test('breaks envelope.json when its bytes are no text, and keeps it when they are', () => {
    const line = { from: 0, to: 1, what: 'devices.list', body: ok({ devices: [] }) };
    expect(hear(traceOf([line]), /envelope.json/).verdicts).toEqual(['envelope.json pass']);
    const [request, answer] = traceOf([line]);
    const malformed = ['a body with a byte at offset 7 that is not UTF-8'];
    const findings = judge([request!, { ...answer!, malformed } as typeof answer & object], {
      strict: false,
      dropped: 0,
    });
    expect(findings.filter(({ verdict }) => verdict === 'fail')).toMatchObject([
      { rule: 'envelope.json', actual: malformed[0] },
    ]);
  });
});

describe('a WebSocket connection', () => {
  test('says where a frame and a close reason are no text', async () => {
    const frames = [Buffer.from('{"a":"ü"}'), Buffer.from([0x22, 0xc3, 0x28])];
    const transport = await transportTo(() => undefined, frames, Buffer.from([0x62, 0x79, 0xff]));
    const heard: (string | undefined)[] = [];
    const closed = await new Promise((resolve) => {
      void transport.open('/', {
        frame: (_, __, malformed) => heard.push(malformed),
        closed: ({ code, malformed }) => resolve({ code, malformed }),
      });
    });
    expect(heard).toEqual([undefined, 'a frame of text with a byte at offset 1 that is not UTF-8']);
    expect(closed).toEqual({
      code: 4000,
      malformed: 'a close frame with a byte at offset 4 that is not UTF-8',
    });
  });

  test('breaks ws.reply-shape with such a frame', () => {
    const stray = {
      kind: 'stray',
      at: 5,
      connection: 'main',
      text: 'x',
      detail: 'a frame of text with a byte',
    } as const;
    const line = {
      from: 0,
      to: 1,
      what: 'session.ping',
      channel: 'ws',
      connection: 'main',
      body: {},
    } as const;
    const rule = /ws.reply-shape/;
    const failed = (malformed: boolean): number =>
      hear(traceOf([line], [{ ...stray, malformed }]), rule).verdicts.filter((each) => each.includes('fail'))
        .length;
    expect(failed(true)).toBe(failed(false) + 1);
  });
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('a body that nobody asked to be in %s is read', async (name, compress) => {
  const body = Buffer.from('{"code":"SUCCESS","message":"Prüfstand"}');
  const packed = await transportTo(reply(`Content-Encoding: ${name.toUpperCase()}\r\n`, compress(body)));
  const outcome = await packed.http(get);
  expect(outcome).toMatchObject({ kind: 'reply', reply: { status: 200, body: body.toString() } });
  expect(outcome).not.toHaveProperty('reply.malformed');
});

test.each([
  ['gzip', 'a body that is not in the content coding gzip'],
  ['acme', 'a body in the content coding acme, which is not known here'],
])('a body that is said to be in %s, and is not, is told', async (name, wrong) => {
  const plain = await transportTo(reply(`content-encoding: ${name}\r\n`, Buffer.from('{}')));
  expect(await plain.http(get)).toMatchObject({ reply: { body: '{}', malformed: [wrong] } });
});

test('a body that is larger than what is read, packed as it comes, is no mistake of the server', async () => {
  const packed = await transportTo(
    reply('content-encoding: gzip\r\n', gzipSync(Buffer.alloc(5_000_000, ' '))),
  );
  expect(await packed.http(get)).toMatchObject({
    kind: 'broken',
    reason: 'cut',
    cause: 'limit',
    detail: 'the harness reads no more than 4 MiB of a body',
  });
});
