// An attacker on WebSocket connections: opens one with a real ticket, sends frames until it is closed, and again.
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RandomStream } from '../../../src/kernel/random.js';
import { frameShot } from './frame-shots.js';
import { pick } from './hostile-json.js';
import type { Known } from './known.js';
import { fire, open, PATIENT, type Place } from './shot.js';
import type { Tally } from './tally.js';

/** In ms. */
const HANDSHAKE = 30_000;
const LAST_REPLIES = 60;

/** Sends about so many frames; gives how many it has sent. */
export async function attackFrames(
  place: Place,
  known: Known,
  random: RandomStream,
  budget: number,
  tally: Tally,
): Promise<number> {
  const ticket = await ticketFor(place, known, random);
  if (ticket === undefined) return 1;
  const socket = open(place);
  const chunks: Buffer[] = [];
  let closed = false;
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.once('close', () => (closed = true)).once('end', () => (closed = true));
  const path = `/svc/v1/ws?ticket=${encodeURIComponent(ticket)}`;
  const key = randomBytes(16).toString('base64');
  const deflate = random.chance(0.2) ? 'Sec-WebSocket-Extensions: permessage-deflate\r\n' : '';
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${deflate}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  for (let waited = 0; chunks.length === 0 && !closed && waited < HANDSHAKE; waited += 2) await wait(2);
  const opened = Buffer.concat(chunks).toString('latin1').startsWith('HTTP/1.1 101');
  tally.note('upgrade', opened ? 101 : Number(Buffer.concat(chunks).toString('latin1').slice(9, 12)));
  const deaf = random.chance(0.1);
  if (deaf) socket.pause();
  let sent = 1;
  while (!closed && sent < budget) {
    const { kind, frames } = frameShot(random, known);
    const bytes = Buffer.concat(frames);
    const cut = random.chance(0.1) ? random.integer(0, bytes.length) : bytes.length;
    socket.write(bytes.subarray(0, cut));
    if (cut < bytes.length) {
      await wait(1);
      socket.write(bytes.subarray(cut));
    }
    sent++;
    tally.sent(kind, 1);
    if (random.chance(0.2)) await wait(1);
  }
  const ending = pick(random, ['wait', 'wait', 'finish', 'destroy'] as const);
  if (ending === 'finish') socket.end();
  if (ending !== 'destroy') for (let at = 0; at < 3 && !closed; at++) await wait(LAST_REPLIES / 3);
  socket.destroy();
  tally.heard(Buffer.concat(chunks));
  return sent;
}

async function ticketFor(place: Place, known: Known, random: RandomStream): Promise<string | undefined> {
  const token = pick(random, known.tokens);
  const request = `POST /svc/v1/ws/ticket HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 0\r\n\r\n`;
  const { bytes } = await fire(place, {
    kind: 'ticket',
    pieces: [request],
    count: 1,
    ending: 'answer',
    patience: PATIENT,
  });
  return /"(wst-[^"]+)"/.exec(bytes.toString())?.[1];
}
