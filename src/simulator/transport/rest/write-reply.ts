// Writes a reply to a socket: whole, slowly or not at all, as its delivery says.
import type { ServerResponse } from 'node:http';
import type { Clock } from '../../../kernel/clock.js';
import { settled } from '../../../kernel/host-time.js';
import type { MaybePromise } from '../../../kernel/maybe-promise.js';
import type { RestReply, WholeReply } from './message.js';

/** Is told what became of a reply. */
export type DeliveryWitness = (outcome: 'handed-over' | 'lost' | 'cut') => void;

/** How often a slow body sends a piece, in ms. */
const SLOW_STEP = 100;

export function writeReply(
  response: ServerResponse,
  reply: RestReply,
  clock: Clock,
  witness?: DeliveryWitness,
): MaybePromise<void> {
  const { status, body, delivery } = reply;
  if (delivery?.kind === 'reset') {
    witness?.('lost');
    reset(response);
    return;
  }
  if (witness) watch(response, witness);
  if (delivery?.kind === 'slow') {
    const bytes = Buffer.from(String(body));
    response.writeHead(status, headersWith(reply, bytes.length));
    return writeSlowly(response, bytes, delivery.bytesPerSecond, clock);
  }
  if (typeof body !== 'string') return writeInParts(response, reply, body.parts());
  const length = Buffer.byteLength(body);
  response.writeHead(status, headersWith(reply, length));
  // Where each character is a byte, the text is copied and not converted.
  response.end(body, length === body.length ? 'latin1' : 'utf8');
}

async function writeSlowly(
  response: ServerResponse,
  bytes: Buffer,
  bytesPerSecond: number,
  clock: Clock,
): Promise<void> {
  const piece = Math.max(1, Math.round((bytesPerSecond * SLOW_STEP) / 1000));
  for (let at = 0; at < bytes.length && !response.destroyed; at += piece) {
    response.write(bytes.subarray(at, at + piece));
    await clock.sleep(SLOW_STEP);
  }
  response.end();
}

/**
 * Others are served after each part. All parts are made before the first is sent, because the length of the body comes
 * before it; how fast they leave is for the one who reads to say.
 */
async function writeInParts(
  response: ServerResponse,
  reply: RestReply,
  parts: Iterable<string>,
): Promise<void> {
  const pieces: Buffer[] = [];
  let length = 0;
  for (const part of parts) {
    const piece = Buffer.from(part);
    pieces.push(piece);
    length += piece.length;
    await settled();
    if (response.destroyed) return;
  }
  response.writeHead(reply.status, headersWith(reply, length));
  for (const piece of pieces) {
    if (!response.write(piece)) await drained(response);
    if (response.destroyed) return;
  }
  response.end();
}

/** Resolves when more can be written, or when nobody reads any more. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

function watch(response: ServerResponse, witness: DeliveryWitness): void {
  if (response.destroyed || response.socket?.destroyed) witness('cut');
  else response.on('close', () => witness(response.writableFinished ? 'handed-over' : 'cut'));
}

/** Breaks the connection, over TCP with a reset. */
function reset(response: ServerResponse): void {
  const socket = response.socket as { resetAndDestroy?: () => void; destroy?: () => void } | null;
  if (socket?.resetAndDestroy) socket.resetAndDestroy();
  else response.destroy();
}

/** All headers of a reply except those of the connection. */
export function headersOf(reply: WholeReply): Record<string, string> {
  return headersWith(reply, Buffer.byteLength(reply.body));
}

function headersWith({ headers }: RestReply, length: number): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(length),
    ...headers,
  };
}
