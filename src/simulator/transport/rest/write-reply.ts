// Writes a reply to a socket: whole, slowly or not at all, as its delivery says.
import type { ServerResponse } from 'node:http';
import type { Clock } from '../../../kernel/clock.js';
import { settled } from '../../../kernel/host-time.js';
import { ofRecentTexts } from '../../../kernel/recent-texts.js';
import type { MaybePromise } from '../../../kernel/maybe-promise.js';
import type { DeliveryOutcome, RestReply, WholeReply } from './message.js';

const bytesOf = ofRecentTexts(Buffer.byteLength);

/** How often a slow body sends a piece, in ms. */
const SLOW_STEP = 100;

/** Ms of the machine for which a long body holds the thread, about, before others have their turn. */
const TURN = 2;
/** Characters of a long body that leave in one piece, about. */
const LARGEST_PIECE = 256 * 1024;

/** The time of the simulator, and that of the machine. */
interface Clocks {
  readonly clock: Clock;
  readonly machine: Pick<Clock, 'now'>;
}

/** @param witness hears of a reply that cannot leave; of the others the `close` of the response tells. */
export function writeReply(
  response: ServerResponse,
  reply: RestReply,
  { clock, machine }: Clocks,
  witness?: (outcome: DeliveryOutcome) => void,
): MaybePromise<void> {
  const { status, body, delivery } = reply;
  if (delivery?.kind === 'reset') {
    witness?.('lost');
    reset(response);
    return;
  }
  // Node would tell the time of the machine.
  response.sendDate = false;
  const now = clock.now();
  if (witness && (response.destroyed || response.socket?.destroyed)) witness('cut');
  if (delivery?.kind === 'slow') {
    const bytes = Buffer.from(String(body));
    response.writeHead(status, headersWith(reply, bytes.length, now));
    return writeSlowly(response, bytes, delivery.bytesPerSecond, clock);
  }
  if (typeof body !== 'string')
    return clock.outside(writeInParts(response, reply, turnsOf(body.parts(), machine), now));
  const length = bytesOf(body);
  response.writeHead(status, headersWith(reply, length, now));
  // Where each character is a byte, the text is copied and not converted.
  writeAtOnce(response, body, length === body.length ? 'latin1' : 'utf8');
}

/** Head and body in one write. With `end` alone Node gathers two pieces, of which the second is empty. */
function writeAtOnce(response: ServerResponse, body: string, encoding: BufferEncoding): void {
  const { socket } = response;
  socket?.cork();
  response.write(body, encoding);
  socket?.uncork();
  response.end();
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

/** Gathers parts until the turn is over or the piece is large. How long a part takes is for the machine to say. */
function* turnsOf(parts: Iterable<string>, machine: Clocks['machine']): Generator<string> {
  let gathered: string[] = [];
  let length = 0;
  let end = machine.now() + TURN;
  for (const part of parts) {
    gathered.push(part);
    length += part.length;
    if (length < LARGEST_PIECE && machine.now() < end) continue;
    yield gathered.join('');
    gathered = [];
    length = 0;
    end = machine.now() + TURN;
  }
  if (gathered.length > 0) yield gathered.join('');
}

/**
 * Others are served after each turn. All of the body is made before its first piece is sent, because its length comes
 * before it; how fast the pieces leave is for the one who reads to say.
 */
async function writeInParts(
  response: ServerResponse,
  reply: RestReply,
  turns: Iterable<string>,
  now: number,
): Promise<void> {
  const pieces: Buffer[] = [];
  let length = 0;
  for (const text of turns) {
    const piece = Buffer.from(text);
    pieces.push(piece);
    length += piece.length;
    await settled();
    if (response.destroyed) return;
  }
  response.writeHead(reply.status, headersWith(reply, length, now));
  for (const piece of pieces) {
    await settled();
    if (response.destroyed) return;
    if (!response.write(piece)) await drained(response);
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

/** Breaks the connection, over TCP with a reset. */
function reset(response: ServerResponse): void {
  const socket = response.socket as { resetAndDestroy?: () => void; destroy?: () => void } | null;
  if (socket?.resetAndDestroy) socket.resetAndDestroy();
  else response.destroy();
}

const TYPE = 'content-type';
const LENGTH = 'content-length';
const DATE = 'date';

/** All headers of a reply except those of the connection: names and values by turns. */
export function headersOf(reply: WholeReply): string[] {
  return headersWith(reply, Buffer.byteLength(reply.body));
}

const dateOf = createDate();

/** Made once for all replies of a second. */
function createDate(): (now: number) => string {
  let second = Number.NaN;
  let date = '';
  return (now) => {
    const next = Math.floor(now / 1000);
    if (next !== second) {
      second = next;
      date = new Date(now).toUTCString();
    }
    return date;
  };
}

/** @param now clock time in ms; default: the reply says nothing of it. */
function headersWith({ headers }: RestReply, length: number, now?: number): string[] {
  const { [TYPE]: type = 'application/json; charset=utf-8', [LENGTH]: said = String(length) } = headers;
  const all = [TYPE, type, LENGTH, said];
  if (now !== undefined && !(DATE in headers)) all.push(DATE, dateOf(now));
  for (const name in headers) if (name !== TYPE && name !== LENGTH) all.push(name, headers[name] ?? '');
  return all;
}
