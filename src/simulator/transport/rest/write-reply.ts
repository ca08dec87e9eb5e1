// Writes a reply to a socket: whole, slowly or not at all, as its delivery says.
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Clock } from '../../../kernel/clock.js';
import type { RestReply } from './message.js';

/** How often a slow body sends a piece, in ms. */
const SLOW_STEP = 100;

export async function writeReply(response: ServerResponse, reply: RestReply, clock: Clock): Promise<void> {
  const delivery = reply.delivery ?? { kind: 'whole' };
  if (delivery.kind === 'reset') {
    (response.socket as { resetAndDestroy?: () => void } | null)?.resetAndDestroy?.();
    return;
  }
  response.writeHead(reply.status, headersOf(reply));
  if (delivery.kind === 'whole') {
    response.end(reply.body);
    return;
  }
  const bytes = Buffer.from(reply.body);
  const piece = Math.max(1, Math.round((delivery.bytesPerSecond * SLOW_STEP) / 1000));
  for (let at = 0; at < bytes.length && !response.destroyed; at += piece) {
    response.write(bytes.subarray(at, at + piece));
    await clock.sleep(SLOW_STEP);
  }
  response.end();
}

/** The reply as the bytes of an HTTP/1.1 response that ends its connection. */
export function rawResponse(reply: RestReply): string {
  const headers = Object.entries({ ...headersOf(reply), connection: 'close' });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? ''}\r\n${lines}\r\n${reply.body}`;
}

function headersOf(reply: RestReply): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(reply.body)),
    ...reply.headers,
  };
}
