// The generation of a cluster: what is remembered since the last reset, and the clock that goes on through all of them.
import type { Clock } from '../../kernel/clock.js';
import type { SteerableClock } from '../../kernel/steerable-clock.js';
import { type RedisLink, LinkDown } from './link.js';

export interface Generation {
  readonly name: string;
  /** Clock time at which signals began, the same for all instances. */
  readonly origin: number;
  /** What it began with; undefined for the first one. */
  readonly beginning: Beginning | undefined;
}

export interface Beginning {
  readonly name: 'reset' | 'restore';
  /** Orders of faults, instead of those of the start. */
  readonly faults?: readonly (Readonly<Record<string, unknown>> & { readonly fault: string })[];
}

export interface ClockOfAll {
  /** In ms, at the moment at which it was read. */
  readonly now: number;
  readonly speed: number;
  readonly paused: boolean;
}

/** @param life number of the life of the instance, which Redis learns where it has lost its data. */
export async function readGeneration(link: RedisLink, clock: Clock, life: number): Promise<Generation> {
  const { speed, paused } = isSteerable(clock) ? clock : { speed: 1, paused: false };
  const given = ['', -1, clock.now(), speed, paused ? 1 : 0, life];
  const [kind, name, origin, beginning] = await link.call('generation', given);
  if (kind !== 'generation') throw new LinkDown('the cluster could not be read');
  return {
    name: String(name),
    origin: Number(origin),
    beginning: typeof beginning === 'string' ? (JSON.parse(beginning) as Beginning) : undefined,
  };
}

export function clockIn([now, speed, paused]: readonly unknown[]): ClockOfAll {
  return { now: Number(now), speed: Number(speed), paused: paused === 1 };
}

/** In ms of the machine: what the way of a message may take. */
const SMALL = 20;

/** Sets a clock to that of all. It never goes back; what is due on the way happens. */
export async function adoptClock(clock: Clock, { now, speed, paused }: ClockOfAll): Promise<void> {
  if (!isSteerable(clock)) return;
  if (clock.speed !== speed) clock.setSpeed(speed);
  if (paused && !clock.paused) clock.pause();
  if (!paused && clock.paused) clock.resume();
  const ahead = now - clock.now();
  if (ahead > SMALL * speed) await clock.step(ahead);
}

function isSteerable(clock: Clock): clock is SteerableClock {
  return 'setSpeed' in clock && 'step' in clock;
}
