// A server that works, and puts poison and secrets into everything that it says: a simulator with a proxy in front that
// rewrites each reply, header, status line, frame and close reason. It speaks with real sockets and raw bytes.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { WebSocket, WebSocketServer } from 'ws';
import { ENCODINGS, SPLITS } from './encodings.js';
import { createPoison } from './poison.js';

export interface PoisonServer {
  readonly url: string;
  /** Every secret that was sent to it, or that it has issued. */
  readonly secrets: ReadonlySet<string>;
  /** How much it has said. */
  readonly said: { readonly replies: number; readonly frames: number; readonly closes: number };
  close(): Promise<void>;
}

interface Mouth {
  readonly secrets: Set<string>;
  readonly said: { replies: number; frames: number; closes: number };
  readonly poison: () => string;
  /** All secrets in one way of saying them, another at each call. */
  readonly echo: () => unknown;
}

/** @param upstream address of a simulator that works. */
export async function startPoisonServer(upstream: string): Promise<PoisonServer> {
  const mouth = createMouth();
  const server = createServer((request) => void reply(request, upstream, mouth));
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => undefined);
    const to = new WebSocket(upstream.replace(/^http/, 'ws') + (request.url ?? ''));
    to.on('error', () => undefined);
    to.once('unexpected-response', (_, answer) => {
      void buffer(answer).then((body) => say(socket, answer.statusCode ?? 500, body.toString(), mouth));
    });
    to.once('open', () => sockets.handleUpgrade(request, socket, head, (from) => relay(from, to, mouth)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { secrets, said } = mouth;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secrets,
    said,
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function createMouth(): Mouth {
  const secrets = new Set<string>();
  const ways = [...Object.values(ENCODINGS), ...Object.values(SPLITS)];
  let at = 0;
  const echo = (): unknown => {
    const way = ways[at++ % ways.length]!;
    return [...secrets].slice(-6).map((secret) => way(secret));
  };
  return { secrets, said: { replies: 0, frames: 0, closes: 0 }, poison: createPoison(), echo };
}

async function reply(request: IncomingMessage, upstream: string, mouth: Mouth): Promise<void> {
  const { socket } = request;
  socket.on('error', () => undefined);
  const body = await buffer(request);
  learn(jsonOf(body.toString()), mouth.secrets);
  const headers = Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.has(name));
  try {
    const answer = await fetch(upstream + (request.url ?? ''), {
      method: request.method ?? 'GET',
      headers: Object.fromEntries(headers) as Record<string, string>,
      ...(body.length > 0 && request.method !== 'GET' ? { body } : {}),
      redirect: 'manual',
    });
    const text = await answer.text();
    learn(jsonOf(text), mouth.secrets);
    await say(socket, answer.status, text, mouth, answer.headers.get('retry-after') ?? undefined);
  } catch {
    socket.destroy();
  }
}

/** Each connection has its own. */
const OWN_HEADERS = new Set(['host', 'connection', 'content-length']);

const SECRET_FIELDS = new Set([
  'accessToken',
  'ticket',
  'clientSecret',
  'password',
  'currentPassword',
  'newPassword',
]);

/** Takes note of what stands in the fields that hold secrets. */
function learn(value: unknown, secrets: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (SECRET_FIELDS.has(name) && typeof inner === 'string') {
      // What the checks make up is no secret.
      if (inner.length >= 8 && !inner.startsWith('conform-')) secrets.add(inner);
    } else learn(inner, secrets);
  }
}

/** Every so many replies a body that is no UTF-8; bytes of C1 controls in headers and in the status line. */
const SPOILT = 23;

async function say(
  socket: Socket,
  status: number,
  text: string,
  mouth: Mouth,
  retryAfter?: string,
): Promise<void> {
  const count = ++mouth.said.replies;
  const json = jsonOf(text);
  const body = Buffer.from(json === undefined ? mouth.poison() : JSON.stringify(poisoned(json, mouth)));
  if (count % SPOILT === 0 && json !== undefined) body[body.indexOf('OK')] = 0xff;
  const plain = (value: unknown): string =>
    JSON.stringify(value)
      .replace(/[^\x20-\x7e]/g, '?')
      .slice(0, 2000);
  const head = [
    `HTTP/1.1 ${status} ::error::\u009b31m`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    'connection: close',
    ...(retryAfter === undefined ? [] : [`retry-after: ${retryAfter}`]),
    `x-poison: \u009b31m ::error::x ##[error]x <script> \u00e2\u0080\u00ae`,
    `x-\`|##: ::warning::x`,
    `x-echo: ${plain(mouth.echo())}`,
    ...(count % SPOILT === 5 ? ['x-broken: \u00ff\u00fe'] : []),
    `set-cookie: session=${[...mouth.secrets].at(-1) ?? ''}`,
  ];
  const bytes = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
  await new Promise((resolve) => socket.end(bytes, () => resolve(undefined)));
}

/** What has to stay for the run to go on stays; all else is made worse. */
function poisoned(value: unknown, mouth: Mouth): unknown {
  const { poison, echo } = mouth;
  if (typeof value !== 'object' || value === null) return value;
  const envelope = value as Record<string, unknown>;
  const succeeded = envelope['code'] === 'SUCCESS';
  return {
    ...envelope,
    // Every other refusal keeps its code: too many that nobody knows, and little is checked.
    ...(!succeeded && mouth.said.replies % 2 === 0 ? { code: poison() } : {}),
    message:
      succeeded && mouth.said.replies % 3 !== 0
        ? envelope['message']
        : `${poison()} ${JSON.stringify(echo())}`,
    ...(envelope['type'] === 'reply' ? {} : { requestId: `${textOf(envelope['requestId'])}${poison()}` }),
    data: worse(envelope['data'], mouth),
    echo: echo(),
    [poison()]: poison(),
  };
}

/** Names become poison, and each object gets a field and a name of it. */
function worse(value: unknown, mouth: Mouth): unknown {
  if (Array.isArray(value)) return value.map((item) => worse(item, mouth));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === 'name' || name === 'model' ? mouth.poison() : worse(inner, mouth),
  ]);
  return { ...Object.fromEntries(entries), [`extra ${mouth.poison()}`]: mouth.poison(), echo: mouth.echo() };
}

function relay(from: WebSocket, to: WebSocket, mouth: Mouth): void {
  const { poison, echo, said } = mouth;
  from.on('message', (data: Buffer) => to.send(data.toString()));
  from.on('close', () => to.close());
  from.on('error', () => undefined);
  to.on('close', (code) => {
    said.closes++;
    const reason =
      said.closes % 3 === 0 ? Buffer.from([0x62, 0xff]) : shortened(`${poison()}${plainEcho(echo)}`);
    from.close(code >= 1000 && code < 1005 ? code : 1001, reason);
  });
  to.on('message', (data: Buffer) => {
    said.frames++;
    const json = jsonOf(data.toString());
    const text = JSON.stringify(poisoned(json, mouth));
    if (said.frames % SPOILT === 1)
      from.send(Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0x7d])]), {
        binary: false,
      });
    else from.send(text);
    if (said.frames % 4 === 0) from.send(`${poison()} ${JSON.stringify(echo())}`);
    if (said.frames % 5 === 0)
      from.send(
        JSON.stringify({
          type: 'event',
          topic: poison(),
          eventId: poison(),
          occurredAt: poison(),
          data: { deviceId: poison(), echo: echo() },
        }),
      );
    if (said.frames % 7 === 0)
      from.send(
        JSON.stringify({
          type: 'reply',
          requestId: poison(),
          code: poison(),
          message: poison(),
          data: echo(),
        }),
      );
    if (said.frames % 11 === 0) from.send(Buffer.from(poison()), { binary: true });
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const plainEcho = (echo: () => unknown): string => JSON.stringify(echo());

/** A close reason has 123 bytes at most. */
function shortened(text: string): Buffer {
  const wellFormed = text.toWellFormed();
  let length = Math.min(wellFormed.length, 123);
  while (Buffer.byteLength(wellFormed.slice(0, length)) > 123) length--;
  return Buffer.from(wellFormed.slice(0, length).toWellFormed()).subarray(0, 123);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
