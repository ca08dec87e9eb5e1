// Writes a reply to a socket: whole, slowly or not at all, as its delivery says.
import type { ServerResponse } from 'node:http';
import type { Clock } from '../../../kernel/clock.js';
import type { MaybePromise } from '../../../kernel/maybe-promise.js';
import type { RestReply } from './message.js';

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
  const length = Buffer.byteLength(body);
  response.writeHead(status, headersWith(reply, length));
  if (delivery?.kind === 'slow') return writeSlowly(response, body, delivery.bytesPerSecond, clock);
  // Where each character is a byte, the text is copied and not converted.
  response.end(body, length === body.length ? 'latin1' : 'utf8');
}

async function writeSlowly(
  response: ServerResponse,
  body: string,
  bytesPerSecond: number,
  clock: Clock,
): Promise<void> {
  const bytes = Buffer.from(body);
  const piece = Math.max(1, Math.round((bytesPerSecond * SLOW_STEP) / 1000));
  for (let at = 0; at < bytes.length && !response.destroyed; at += piece) {
    response.write(bytes.subarray(at, at + piece));
    await clock.sleep(SLOW_STEP);
  }
  response.end();
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
export function headersOf(reply: RestReply): Record<string, string> {
  return headersWith(reply, Buffer.byteLength(reply.body));
}

function headersWith({ headers }: RestReply, length: number): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(length),
    ...headers,
  };
}
