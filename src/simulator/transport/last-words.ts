// Ends a connection that speaks no proper HTTP, or speaks it no longer, with a reply all the same.
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../kernel/clock.js';
import type { RestReply } from './rest/message.js';
import { headersOf } from './rest/write-reply.js';

/** How long the other side may take to read the reply and hang up, in ms of the machine. */
const LINGERING = 1000;

export function endWithReply(socket: Duplex, reply: RestReply, machine: Clock): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(rawResponse(reply));
  // What still comes is thrown away: unread bytes would turn the end of the connection into a reset.
  socket.resume();
  const linger = machine.setTimer('linger', LINGERING, () => socket.destroy());
  socket.once('close', () => linger.cancel());
}

/** The reply as the bytes of an HTTP/1.1 response that ends its connection. */
function rawResponse(reply: RestReply): string {
  const headers = Object.entries({ ...headersOf(reply), connection: 'close' });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? ''}\r\n${lines}\r\n${reply.body}`;
}
