// Answers what is no HTTP, or too much or too slow of it: still an envelope (envelope.bad-input-is-no-500).
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { endWithReply } from './last-words.js';
import { refusalReply } from './rest/handle.js';
import type { ServerParts } from './server-parts.js';

interface Fault {
  readonly status: number;
  readonly message: string;
}

/** By the code of Node's error. */
const FAULTS: Readonly<Record<string, Fault>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The request line and the headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
};
const NO_HTTP: Fault = { status: 400, message: 'The request is not valid HTTP.' };
const TUNNEL: Fault = { status: 404, message: 'The service is no proxy.' };

export function answerNoHttp(server: Server, parts: ServerParts): void {
  const refuse = (socket: Duplex, { status, message }: Fault): void => {
    const code = status === 404 ? 'NOT_FOUND' : 'INVALID_REQUEST';
    const reply = refusalReply({ code, message }, parts.dialect, parts.random);
    endWithReply(socket, { ...reply, status }, parts.machine);
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // A reply that has begun cannot be followed by another one in the middle of it.
    if (replyHasBegun(socket)) socket.destroy();
    else if (error.code === 'ECONNRESET' || !socket.writable) return;
    else refuse(socket, FAULTS[error.code ?? ''] ?? NO_HTTP);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => refuse(socket, TUNNEL));
}

/** As Node's own handler finds out. */
function replyHasBegun(socket: Duplex): boolean {
  return (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent ?? false;
}
