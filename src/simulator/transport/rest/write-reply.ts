// Writes a reply to a socket: whole, slowly or not at all, as its delivery says.
import type { ServerResponse } from 'node:http';
import type { Clock } from '../../../kernel/clock.js';
import type { RestReply } from './message.js';

/** Is told what became of a reply. */
export type DeliveryWitness = (outcome: 'handed-over' | 'lost' | 'cut') => void;

/** How often a slow body sends a piece, in ms. */
const SLOW_STEP = 100;

export async function writeReply(
  response: ServerResponse,
  reply: RestReply,
  clock: Clock,
  witness?: DeliveryWitness,
): Promise<void> {
  const delivery = reply.delivery ?? { kind: 'whole' };
  if (delivery.kind === 'reset') {
    witness?.('lost');
    reset(response);
    return;
  }
  response.writeHead(reply.status, headersOf(reply));
  if (delivery.kind === 'whole') {
    response.end(reply.body);
    if (witness) watch(response, witness);
    return;
  }
  const bytes = Buffer.from(reply.body);
  const piece = Math.max(1, Math.round((delivery.bytesPerSecond * SLOW_STEP) / 1000));
  for (let at = 0; at < bytes.length && !response.destroyed; at += piece) {
    response.write(bytes.subarray(at, at + piece));
    await clock.sleep(SLOW_STEP);
  }
  response.end();
  witness?.(response.destroyed ? 'cut' : 'handed-over');
}

/** In nearly all cases the network has taken all of it by now. */
function watch(response: ServerResponse, witness: DeliveryWitness): void {
  if (response.destroyed || response.socket?.destroyed) witness('cut');
  else if (response.writableFinished) witness('handed-over');
  else {
    response.once('finish', () => witness('handed-over'));
    response.once('close', () => response.writableFinished || witness('cut'));
  }
}

/** Breaks the connection, over TCP with a reset. */
function reset(response: ServerResponse): void {
  const socket = response.socket as { resetAndDestroy?: () => void; destroy?: () => void } | null;
  if (socket?.resetAndDestroy) socket.resetAndDestroy();
  else response.destroy();
}

/** All headers of a reply except those of the connection. */
export function headersOf(reply: RestReply): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(reply.body)),
    ...reply.headers,
  };
}
