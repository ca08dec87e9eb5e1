// Hostile HTTP requests for the service: each kind makes one connection with one request or many.
import type { RandomStream } from '../../../src/kernel/random.js';
import { bytesOf, hostileJson, nested, pick } from './hostile-json.js';
import { goodRequest, type Known } from './known.js';
import type { Shot } from './shot.js';

type Make = (random: RandomStream, known: Known) => Shot;

function headOf(
  method: string,
  target: string,
  headers: readonly (readonly [string, string])[],
  version = 'HTTP/1.1',
): string {
  return `${method} ${target} ${version}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

function headersFor(random: RandomStream, { tokens }: Known): [string, string][] {
  return [
    ['Host', '127.0.0.1'],
    ['Authorization', `Bearer ${pick(random, tokens)}`],
    ['Accept', 'application/json'],
  ];
}

/** A request that would be taken, as bytes. */
function good(random: RandomStream, known: Known, body?: Buffer): Buffer {
  const { method, target, body: text } = goodRequest(random, known.dialect);
  const content = body ?? Buffer.from(text ?? '');
  const headers = headersFor(random, known);
  if (content.length > 0) {
    headers.push(['Content-Type', 'application/json'], ['Content-Length', String(content.length)]);
  }
  return Buffer.concat([Buffer.from(headOf(method, target, headers)), content]);
}

const one = (kind: string, bytes: Buffer | string, ending: Shot['ending'] = 'answer'): Shot => ({
  kind,
  pieces: [bytes],
  count: 1,
  ending,
});

const spoiledBody: Make = (random, known) => {
  let request = goodRequest(random, known.dialect);
  while (request.body === undefined) request = goodRequest(random, known.dialect);
  const body = bytesOf(random, hostileJson(random, request.body));
  const headers = headersFor(random, known);
  headers.push(['Content-Type', pick(random, ['application/json', 'application/json', 'text/plain', ''])]);
  headers.push(['Content-Length', String(body.length)]);
  return one('body', Buffer.concat([Buffer.from(headOf(request.method, request.target, headers)), body]));
};

const nesting: Make = (random, known) => one('nesting', good(random, known, Buffer.from(nested(random))));

const split: Make = (random, known) => {
  const bytes = good(random, known);
  if (random.chance(0.1)) {
    const pieces = [...bytes].flatMap((byte, at) =>
      at % 40 === 39 ? [Buffer.from([byte]), 1] : [Buffer.from([byte])],
    );
    return { kind: 'every-byte', pieces, count: 1, ending: 'answer' };
  }
  const at = random.integer(1, bytes.length - 1);
  return {
    kind: 'split',
    pieces: [bytes.subarray(0, at), 1, bytes.subarray(at)],
    count: 1,
    ending: 'answer',
  };
};

const ODD_HEADERS = [
  'X',
  'X:',
  ': x',
  'X : y',
  ' X: y',
  'X: \0',
  'X: a\r b',
  'X: a\nY: b',
  'Content-Length: 0\r\nContent-Length: 0',
  'Content-Length: 1\r\nContent-Length: 2',
  'Host: a\r\nHost: b',
  'Authorization: Bearer a\r\nAuthorization: Bearer b',
  'Authorization: Bearer',
  `Authorization: Bearer ${'x'.repeat(8000)}`,
  'Authorization: Bearer \xff\xfe',
  'Idempotency-Key:',
  `Idempotency-Key: ${'k'.repeat(9000)}`,
  'Idempotency-Key: a\r\nIdempotency-Key: b',
  'Expect: 100-continue',
  'Expect: the-unexpected',
  'Connection: close, keep-alive, upgrade',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
  'Range: bytes=0-1',
  'Cookie: a=b',
  'Accept: \x01',
  'TE: trailers',
  'Content-Encoding: gzip',
  'X-HTTP-Method-Override: DELETE',
];

const headers: Make = (random, known) => {
  const text = good(random, known).toString('latin1');
  const odd = random.chance(0.7)
    ? pick(random, ODD_HEADERS)
    : random.chance(0.5)
      ? Array.from({ length: pick(random, [99, 101, 500, 2100]) }, (_, at) => `x${at}: y`).join('\r\n')
      : `X: ${'h'.repeat(pick(random, [8000, 16_000, 17_000, 70_000]))}`;
  return one('headers', Buffer.from(text.replace('\r\nAccept', `\r\n${odd}\r\nAccept`), 'latin1'));
};

const ODD_TARGETS = [
  '*',
  '//svc/v1/devices',
  '/svc/v1/../v1/devices',
  '/svc/v1/devices/%ff',
  '/svc/v1/devices/%00',
  '/svc/v1/devices/%2e%2e',
  '/svc/v1/devices/%',
  '/svc/v1/devices/%zz/config',
  `/svc/v1/devices/${'x'.repeat(700)}`,
  `/svc/v1/devices/${'%41'.repeat(2000)}`,
  `/svc/v1/devices?limit=${'9'.repeat(3000)}`,
  '/svc/v1/devices?limit=-1&cursor=%ff',
  '/svc/v1/devices?limit=1&limit=2&__proto__=3',
  '/svc/v1/devices?cursor=',
  `/${'a/'.repeat(4000)}`,
  `/${'x'.repeat(9000)}`,
  `/svc/v1/ws?ticket=${'t'.repeat(7000)}`,
  '/svc/v1/ws?ticket=%ff',
  'http://elsewhere.example/svc/v1/devices',
  'svc/v1/devices',
  '/svc/v1/devices\u0000',
  '/svc/v1/devices;a=b',
  '/svc/v1/devices#x',
  '/openapi.json?x=1',
  '/constructor',
  '/__proto__',
];

const METHODS = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'get',
  'CONNECT',
  'PRI',
  'M-SEARCH',
  'QUERY',
  'G'.repeat(5000),
  '',
];

const targets: Make = (random, known) => {
  const target = pick(random, ODD_TARGETS);
  const method = random.chance(0.6) ? 'GET' : pick(random, METHODS);
  const version = random.chance(0.8)
    ? 'HTTP/1.1'
    : pick(random, ['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', '', 'HTTP/1.1 x']);
  return one('targets', headOf(method, target, headersFor(random, known), version));
};

/** Lengths that are wrong, chunks that are odd, and requests that two readers would take for different ones. */
const FRAMINGS: readonly string[] = [
  'Content-Length: -1\r\n\r\n{}',
  'Content-Length: +2\r\n\r\n{}',
  'Content-Length: 0x2\r\n\r\n{}',
  'Content-Length: 99999999999999999999\r\n\r\n{}',
  'Content-Length: 2, 2\r\n\r\n{}',
  'Content-Length: 1\r\n\r\n{}GET / HTTP/1.1\r\nHost: x\r\n\r\n',
  'Content-Length: 100000000\r\n\r\n{}',
  'Content-Length: 40\r\n\r\n{}',
  'Content-Length: \r\n\r\n{}',
  'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}',
  'Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n',
  'Transfer-Encoding: chunked\r\n\r\n2;ext=' + 'x'.repeat(20_000) + '\r\n{}\r\n0\r\n\r\n',
  'Transfer-Encoding: chunked\r\n\r\n2\r\n{}XX0\r\n\r\n',
  'Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n',
  'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nTrailer: ' + 't'.repeat(20_000) + '\r\n\r\n',
  'Transfer-Encoding: chunked\r\n\r\n' + '1\r\n \r\n'.repeat(5000) + '0\r\n\r\n',
  'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n0\r\n\r\n',
  'Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n',
  'Transfer-Encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'Transfer-Encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'Transfer-Encoding : chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'Transfer-Encoding:\x0bchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
];

const framing: Make = (random, known) => {
  const head = good(random, known).toString('latin1').split('\r\n\r\n')[0] ?? '';
  const bare = head.replace(/\r\nContent-(Length|Type):[^\r]*/g, '').replace(/^GET/, 'POST');
  return one(
    'framing',
    Buffer.from(`${bare}\r\n${pick(random, FRAMINGS)}`, 'latin1'),
    random.chance(0.3) ? 'finish' : 'answer',
  );
};

const pipelined: Make = (random, known) => {
  const count = random.chance(0.05) ? 150 : random.integer(2, 40);
  const pieces = [Buffer.concat(Array.from({ length: count }, () => good(random, known)))];
  return {
    kind: 'pipelined',
    pieces,
    count,
    ending: pick(random, ['answer', 'answer', 'finish', 'abort', 'deaf']),
  };
};

const slow: Make = (random, known) => {
  const bytes = good(random, known, Buffer.from('{"a":"' + 'b'.repeat(500) + '"}'));
  const cuts = [100, 250, bytes.length - 300, bytes.length - 100];
  const pieces = cuts.flatMap((cut, at) => [bytes.subarray(cuts[at - 1] ?? 0, cut), random.integer(1, 15)]);
  return { kind: 'slow', pieces, count: 1, ending: pick(random, ['abort', 'finish', 'abort']) };
};

const endings: Make = (random, known) =>
  one('endings', good(random, known), pick(random, ['finish', 'abort', 'deaf']));

const OLD_HANDSHAKE = [
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Version: 8\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short',
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: ,,,',
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Extensions: permessage-deflate; x=";',
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nContent-Length: 5\r\nX: y',
];

const upgrades: Make = (random) => {
  const target = pick(random, [
    '/svc/v1/ws?ticket=none',
    '/svc/v1/ws',
    '/svc/v1/devices',
    '/',
    '*',
    '/svc/v1/ws?ticket=%',
  ]);
  const method = pick(random, ['GET', 'GET', 'GET', 'POST', 'CONNECT']);
  const what = pick(random, ['websocket', 'websocket', 'WebSocket', 'h2c', 'websocket, h2c', 'x']);
  const text = `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${what}\r\n${pick(random, OLD_HANDSHAKE)}\r\n\r\n`;
  const count = random.chance(0.1) ? 60 : 1;
  return { kind: 'upgrades', pieces: [text.repeat(count)], count, ending: 'answer' };
};

const noise: Make = (random) => {
  const length = random.integer(1, 400);
  const bytes = Buffer.from(Array.from({ length }, () => random.integer(0, 255)));
  const hello = Buffer.from('16030100c8010000c40303', 'hex');
  return one(
    'noise',
    random.chance(0.2) ? Buffer.concat([hello, bytes]) : bytes,
    pick(random, ['finish', 'abort', 'finish']),
  );
};

const KINDS: readonly (readonly [number, Make])[] = [
  [26, spoiledBody],
  [8, nesting],
  [8, split],
  [12, headers],
  [10, targets],
  [10, framing],
  [4, pipelined],
  [3, slow],
  [7, endings],
  [6, upgrades],
  [6, noise],
];

export function restShot(random: RandomStream, known: Known): Shot {
  let left = random.fraction() * KINDS.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, make] of KINDS) {
    left -= weight;
    if (left < 0) return make(random, known);
  }
  return noise(random, known);
}
