// Sends a reply on a connection that Node no longer handles as HTTP, and ends the connection.
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../kernel/clock.js';
import type { WholeReply } from './rest/message.js';
import { headersOf } from './rest/write-reply.js';
import { REQUEST_LIMITS } from '../limits/limits.js';

/** How long the client may take to read the reply and close, in ms of real time. */
const LINGERING = 1000;

export function endWithReply(socket: Duplex, reply: WholeReply, machine: Clock): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(rawResponse(reply));
  // What still arrives is read and discarded: with unread bytes the operating system would send a reset.
  socket.resume();
  const linger = machine.setTimer('linger', LINGERING, () => socket.destroy());
  socket.once('close', () => linger.cancel());
}

/** The reply as the bytes of an HTTP/1.1 response that ends its connection. */
function rawResponse(reply: WholeReply): string {
  const headers = [...headersOf(reply), 'connection', 'close'];
  const lines = headers.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
  return `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? ''}\r\n${lines}\r\n${reply.body}`;
}

// What of a request is too long before anybody looks at what it is for.

export interface TooLong {
  readonly status: 414 | 431;
  readonly message: string;
}

const TARGET: TooLong = {
  status: 414,
  message: `A request target has at most ${REQUEST_LIMITS.maxTarget} characters.`,
};
const HEADERS: TooLong = {
  status: 431,
  message: `A request has at most ${REQUEST_LIMITS.maxHeaders} header fields.`,
};

export function tooLong({ url = '', rawHeaders }: IncomingMessage): TooLong | undefined {
  if (url.length > REQUEST_LIMITS.maxTarget) return TARGET;
  return rawHeaders.length > 2 * REQUEST_LIMITS.maxHeaders ? HEADERS : undefined;
}

// Declines an upgrade to anything but WebSocket by answering the request as if it had not asked for one
// (RFC 9110, 7.8). Some clients ask for h2c with every first request.

const OF_THE_UPGRADE = new Set(['upgrade', 'http2-settings', 'connection']);

/**
 * Node has already detached the socket from its HTTP parser. To have it parsed again, the request is put back in
 * front of the bytes that follow, without its upgrade headers, and the socket is given to the server once more.
 */
export function declineUpgrade(
  server: Server,
  beginning: 'connection' | 'secureConnection',
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at] ?? '';
    if (!OF_THE_UPGRADE.has(name.toLowerCase())) lines.push(`${name}: ${request.rawHeaders[at + 1]}`);
  }
  if (/\bclose\b/i.test(request.headers.connection ?? '')) lines.push('Connection: close');
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit(beginning, socket);
}
