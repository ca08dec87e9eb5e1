// An attack on one target: many attackers at once, each with its own chance.
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom, type RandomStream } from '../../../src/kernel/random.js';
import { controlShot } from './control-shots.js';
import { attackFrames } from './frames.js';
import type { Known } from './known.js';
import { restShot } from './rest-shots.js';
import { fire, open, type Place, type Shot } from './shot.js';
import { createTally, type Tally } from './tally.js';
import type { Target } from './target.js';

const ATTACKERS = 150;
/** Frames of one connection. */
const FRAMES = 60;
/** How long access tokens are used, in ms. */
const TOKENS_FOR = 20 * 60_000;

export interface Sizes {
  readonly rest: number;
  readonly frames: number;
  readonly control: number;
  /** TLS handshakes that come to nothing. */
  readonly handshakes: number;
  /** Sockets that say nothing while all this goes on. */
  readonly idle: number;
}

export async function attack(target: Target, sizes: Sizes, seed: number): Promise<Tally> {
  const random = createRandom(seed);
  const tally = createTally(target.dialect.error('INTERNAL_ERROR').code);
  const idle = Array.from({ length: sizes.idle }, () => open(target.place));
  tally.sent('idle', sizes.idle);
  let known = await target.know();
  let since = performance.now();
  const left = { rest: sizes.rest, frames: sizes.frames, control: sizes.control, tls: sizes.handshakes };

  const attacker = async (number: number): Promise<void> => {
    const stream = random.stream(`attacker/${number}`);
    while (channelsLeft(left) > 0 && target.death() === undefined) {
      if (performance.now() - since > TOKENS_FOR) {
        since = performance.now();
        known = await target.know();
      }
      const channel = channelOf(stream, left);
      left[channel]--;
      if (channel === 'rest') {
        const count = await shoot(target.place, restShot(stream, known), tally);
        left.rest -= count - 1;
      } else if (channel === 'tls') await shakeHands(target.place, stream, tally);
      else if (channel === 'control') await shootControl(known, controlShot(stream, known), tally);
      else {
        const budget = Math.min(FRAMES, left.frames + 1);
        left.frames -= budget - 1;
        const sent = await attackFrames(target.place, known, stream, budget, tally);
        left.frames += budget - sent;
      }
    }
  };
  await Promise.all(Array.from({ length: ATTACKERS }, (_, number) => attacker(number)));
  for (const socket of idle) socket.destroy();
  return tally;
}

type Left = Record<'rest' | 'frames' | 'control' | 'tls', number>;

function channelsLeft(left: Left): number {
  return Object.values(left).reduce((sum, count) => sum + Math.max(0, count), 0);
}

function channelOf(random: RandomStream, left: Left): keyof Left {
  let at = random.fraction() * channelsLeft(left);
  for (const channel of ['rest', 'frames', 'control', 'tls'] as const) {
    at -= Math.max(0, left[channel]);
    if (at < 0) return channel;
  }
  return 'rest';
}

const HELLO = Buffer.from(`160301020001fc0303${'00'.repeat(120)}`, 'hex');

/** Begins a handshake, and does not end it: cut off, spoiled, silent or in plain text. */
async function shakeHands({ port }: Place, random: RandomStream, tally: Tally): Promise<void> {
  const bytes = Buffer.from(HELLO);
  bytes[random.integer(0, bytes.length - 1)] = random.integer(0, 255);
  const piece = random.chance(0.2)
    ? 'GET /svc/v1/devices HTTP/1.1\r\nHost: x\r\n\r\n'
    : bytes.subarray(0, random.integer(0, bytes.length));
  const ending = random.chance(0.5) ? 'abort' : random.chance(0.5) ? 'finish' : 'deaf';
  await shoot({ port, tls: false }, { kind: 'handshake', pieces: [piece], count: 1, ending }, tally);
}

async function shoot(place: Place, shot: Shot, tally: Tally): Promise<number> {
  tally.sent(shot.kind, shot.count);
  const { statuses } = await fire(place, shot);
  for (const status of statuses) tally.note(shot.kind, status);
  if (statuses.length === 0 && shot.ending === 'answer') tally.note(`${shot.kind} without an answer`, 0);
  return shot.count;
}

function shootControl({ control }: Known, shot: Shot, tally: Tally): Promise<number> {
  return shoot({ port: control.port, tls: false }, shot, tally);
}

/** Resolves when the target has let go of all that was opened, or after a while. */
export async function settled(target: Target, descriptors: number): Promise<number> {
  let now = target.descriptors();
  for (let waited = 0; now > descriptors && waited < 60_000; waited += 200) {
    await wait(200);
    now = target.descriptors();
  }
  return now;
}
