// Sends a reply on a connection that Node no longer handles as HTTP, and ends the connection.
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../kernel/clock.js';
import type { WholeReply } from './rest/message.js';
import { headersOf } from './rest/write-reply.js';

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
