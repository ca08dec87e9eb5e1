// An attack on one target: many attackers at once, each with its own chance.
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '../../../src/kernel/random.js';
import { controlShot } from './control-shots.js';
import { attackFrames } from './frames.js';
import type { Known } from './known.js';
import { restShot } from './rest-shots.js';
import { fire, open, type Shot } from './shot.js';
import { createTally, type Tally } from './tally.js';
import type { Target } from './target.js';

const ATTACKERS = 200;
/** Frames of one connection. */
const FRAMES = 60;
/** How long access tokens are used, in ms. */
const TOKENS_FOR = 20 * 60_000;

export interface Sizes {
  readonly rest: number;
  readonly frames: number;
  readonly control: number;
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
  const left = { rest: sizes.rest, frames: sizes.frames, control: sizes.control };

  const attacker = async (number: number): Promise<void> => {
    const stream = random.stream(`attacker/${number}`);
    while (left.rest + left.frames + left.control > 0 && target.death() === undefined) {
      if (performance.now() - since > TOKENS_FOR) {
        since = performance.now();
        known = await target.know();
      }
      let at = stream.fraction() * (left.rest + left.frames + left.control);
      if ((at -= left.rest) < 0) left.rest -= await shoot(target.place, restShot(stream, known), tally);
      else if ((at -= left.frames) < 0) {
        left.frames -= await attackFrames(
          target.place,
          known,
          stream,
          Math.min(FRAMES, left.frames + 1),
          tally,
        );
      } else left.control -= await shootControl(known, controlShot(stream, known), tally);
    }
  };
  await Promise.all(Array.from({ length: ATTACKERS }, (_, number) => attacker(number)));
  for (const socket of idle) socket.destroy();
  return tally;
}

async function shoot(place: Target['place'], shot: Shot, tally: Tally): Promise<number> {
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
