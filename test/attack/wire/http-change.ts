// What a hostile server makes of an HTTP reply as bytes on the wire.
import type { Socket } from 'node:net';
import type { RandomStream } from '../../../src/kernel/random.js';

export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface HttpChange {
  readonly name: string;
  /** Writes whatever it is to the socket; it may end it. */
  write(reply: WireReply, socket: Socket, random: RandomStream): void;
}

export function bytesOf({ status, headers, body }: WireReply): Buffer {
  const payload = Buffer.from(body);
  const lines = Object.entries({ ...headers, 'content-length': String(payload.length) });
  const head = [`HTTP/1.1 ${status} Whatever`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), payload]);
}

const edited = (name: string, edit: (reply: WireReply, random: RandomStream) => WireReply): HttpChange => ({
  name,
  write: (reply, socket, random) => void socket.write(bytesOf(edit(reply, random))),
});

const header = (name: string, values: readonly string[]): HttpChange =>
  edited(`the header ${name}`, (reply, random) => ({
    ...reply,
    headers: { ...reply.headers, [name]: values[random.integer(0, values.length - 1)] ?? '' },
  }));

const STATUSES = [
  200, 201, 202, 204, 206, 301, 304, 400, 401, 403, 404, 409, 418, 429, 500, 502, 503, 599, 999,
];

export const HTTP_CHANGES: readonly HttpChange[] = [
  edited('another status', (reply, random) => ({
    ...reply,
    status: STATUSES[random.integer(0, STATUSES.length - 1)] ?? 200,
  })),
  header('content-type', ['', 'text/html', 'application/json; charset=utf-16', 'image/png', 'nonsense']),
  header('content-encoding', ['gzip', 'br', 'nonsense']),
  header('retry-after', ['-1', '0', '1e9', '99999999999999999999', 'soon', 'Wed, 21 Oct 2099 07:28:00 GMT']),
  header('set-cookie', ['a=b', `a=${'long'.repeat(2000)}`]),
  header('x-long', ['x'.repeat(100_000)]),
  header('location', ['/svc/v1/devices', 'http://127.0.0.1:1/']),
  {
    name: 'a length that is too long',
    write: (reply, socket) => {
      const text = bytesOf(reply).toString('latin1');
      socket.end(text.replace(/content-length: \d+/, 'content-length: 100000'), 'latin1');
    },
  },
  {
    name: 'a length that is too short',
    write: (reply, socket) => {
      const text = bytesOf(reply).toString('latin1');
      socket.end(text.replace(/content-length: \d+/, 'content-length: 5'), 'latin1');
    },
  },
  {
    name: 'a length that is no number',
    write: (reply, socket) => {
      const text = bytesOf(reply).toString('latin1');
      socket.end(text.replace(/content-length: \d+/, 'content-length: many'), 'latin1');
    },
  },
  {
    name: 'chunks that are none',
    write: ({ status, body }, socket) =>
      void socket.end(
        `HTTP/1.1 ${status} OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n${body}\r\n0\r\n\r\n`,
      ),
  },
  { name: 'no HTTP', write: (_, socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n') },
  { name: 'the end instead', write: (_, socket) => void socket.end() },
  { name: 'a reset instead', write: (_, socket) => void socket.resetAndDestroy() },
  { name: 'silence', write: () => undefined },
  {
    name: 'the first half, and a reset',
    write: (reply, socket) => {
      const bytes = bytesOf(reply);
      socket.write(bytes.subarray(0, bytes.length >> 1), () => socket.resetAndDestroy());
    },
  },
  {
    name: 'the first half, and silence',
    write: (reply, socket) => {
      const bytes = bytesOf(reply);
      socket.write(bytes.subarray(0, bytes.length >> 1));
    },
  },
  {
    name: 'bytes that are no text',
    write: (reply, socket) => {
      const bytes = bytesOf(reply);
      for (let at = bytes.length - 12; at < bytes.length - 4; at++) bytes[at] = 0xff;
      socket.write(bytes);
    },
  },
  {
    name: 'the reply twice',
    write: (reply, socket) => void socket.write(Buffer.concat([bytesOf(reply), bytesOf(reply)])),
  },
  edited('5 MB of it', (reply) => ({
    ...reply,
    body: `{"code":"SUCCESS","data":"${'x'.repeat(5_000_000)}"}`,
  })),
  edited('a refusal for an hour', (reply) => ({
    ...reply,
    status: 429,
    headers: { ...reply.headers, 'retry-after': '3600' },
    body: '{"code":"RATE_LIMITED","message":"","requestId":"r","data":{"retryAfterSeconds":3600}}',
  })),
];
