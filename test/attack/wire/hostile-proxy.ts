// A server in front of another one that passes everything on, and changes bytes of replies or frames of one kind.
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isObject, jsonIn } from '../../../src/kernel/json.js';
import type { RandomStream } from '../../../src/kernel/random.js';
import { endpointAt } from '../replies/endpoint-at.js';
import { frame } from './frame-change.js';
import { bytesOf, type WireReply } from './http-change.js';
import type { Hostility } from './hostility.js';
import { eachFrame } from './read-frames.js';

export interface HostileProxy {
  readonly url: string;
  /** How many replies, upgrades or frames were changed. */
  readonly hits: () => number;
  close(): Promise<void>;
}

export async function startHostileProxy(
  upstream: string,
  hostility: Hostility,
  random: RandomStream,
): Promise<HostileProxy> {
  const { hostname, port } = new URL(upstream);
  const sockets = new Set<Duplex>();
  let hits = 0;
  const isChosen = (what: string, text: string): boolean => {
    const { place, share } = hostility;
    if (place.what !== 'any' && place.what !== what) return false;
    if (place.of !== 'any' && (codeIn(text) === 'SUCCESS') !== (place.of === 'success')) return false;
    if (random.integer(1, 100) > share) return false;
    hits++;
    return true;
  };
  const answer = (incoming: IncomingMessage, reply: WireReply): void => {
    const { socket, method = '', url = '' } = incoming;
    const what = endpointAt(method, url) ?? 'other';
    const { rest } = hostility;
    if (!rest || !isChosen(what, reply.body)) socket.write(bytesOf(reply));
    else if (rest.kind === 'json')
      socket.write(bytesOf({ ...reply, body: rest.change.change(reply.body, random) }));
    else if (rest.kind === 'wire') rest.change.write(reply, socket, random);
    else setTimeout(() => socket.write(bytesOf(reply)), rest.time);
  };
  const server = createServer((incoming) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('error', () => undefined);
    incoming.on('end', () => {
      const { method, url, headers } = incoming;
      const forwarded = request({ hostname, port, method, path: url, headers }, (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('error', () => incoming.socket.destroy());
        reply.on('end', () => {
          const body = Buffer.concat(parts).toString();
          answer(incoming, { status: reply.statusCode ?? 500, headers: plain(reply.headers), body });
        });
      });
      forwarded.on('error', () => incoming.socket.destroy());
      forwarded.end(Buffer.concat(chunks));
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.on('clientError', (_, socket) => socket.destroy());
  server.on('upgrade', (incoming, client, head) => {
    const service = connect(Number(port), hostname);
    sockets.add(service);
    service.on('error', () => client.destroy()).on('close', () => client.end());
    client.on('error', () => undefined).on('close', () => service.destroy());
    service.write(headOf(incoming));
    service.write(head);
    client.on('data', (bytes: Buffer) => service.write(bytes));
    toClient(service, client as Socket);
  });

  function toClient(service: Socket, client: Socket): void {
    const held: { text?: string | undefined } = {};
    const { frames, upgrade } = hostility;
    const text = (content: string): void => {
      const message = jsonIn(content);
      const what = isObject(message) ? String(message['type'] ?? message['topic']) : '';
      if (!frames || !isChosen(what === 'reply' ? 'reply' : 'event', content))
        return void client.write(frame(Buffer.from(content)));
      if (frames.kind === 'json')
        return void client.write(frame(Buffer.from(frames.change.change(content, random))));
      if (frames.kind === 'delay')
        return void setTimeout(() => client.write(frame(Buffer.from(content))), frames.time);
      const { bytes, last } = frames.change.change(content, random, held);
      for (const each of bytes) client.write(each);
      if (last) client.destroy();
    };
    eachFrame(service, {
      head: (first) => {
        if (upgrade && random.integer(1, 100) <= hostility.share) {
          hits++;
          return void client.end(upgrade.change(first));
        }
        client.write(first, 'latin1');
      },
      text,
      other: (bytes) => client.write(bytes),
    });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits: () => hits,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function codeIn(text: string): unknown {
  const body = jsonIn(text);
  return isObject(body) ? body['code'] : undefined;
}

function plain(headers: IncomingMessage['headers']): Record<string, string> {
  const left = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive']);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      left.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}
