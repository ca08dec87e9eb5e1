// One digital input: the contact outside with its edges and bounces, and the level that the device reports
// once the contact has kept still for the debounce time. Knows no clock: it is told how late it is.
import { edgeAt, edgesUntil, type Pattern } from './pattern.js';

export interface DigitalInput {
  readonly index: number;
  /** What the device reports. */
  reported(): boolean;
  /** Where the contact is, bounces included. */
  level(): boolean;
  /** Moves the contact at `now`; whatever else moved it ends. */
  drive(level: boolean, now: number): void;
  /** Lets the contact follow a pattern that began at `since`. */
  follow(pattern: Pattern, since: number): void;
  /** When the next edge comes or the debounce time is over; undefined when all is still. */
  nextAt(): number | undefined;
  /** Does what `nextAt` is about. */
  step(): void;
  /** Skips edges of a pattern that are long past, so that catching up stays cheap. */
  skipTo(now: number): void;
  /** Takes the level as it is, without debouncing: what a device does that has just booted. */
  settle(): void;
}

export interface DigitalInputOptions {
  readonly index: number;
  readonly active: boolean;
  readonly debounce: number;
  /** Moments after an edge, in ms and ascending, at which the contact bounces. */
  readonly bounce: (at: number) => readonly number[];
}

interface Edge {
  readonly at: number;
  readonly level: boolean;
}

interface Following {
  readonly pattern: Pattern;
  readonly since: number;
  readonly initial: boolean;
  /** Edges that have been taken. */
  taken: number;
}

export function createDigitalInput({ index, active, debounce, bounce }: DigitalInputOptions): DigitalInput {
  let level = active;
  let levelSince = -Infinity;
  let reported = active;
  let bounces: readonly Edge[] = [];
  let following: Following | undefined;

  const move = (to: boolean, at: number): void => {
    if (level === to) return;
    level = to;
    levelSince = at;
  };
  /** An edge of the outside world, with the bounces that it brings. */
  const strike = (to: boolean, at: number): void => {
    const moves = level !== to;
    move(to, at);
    bounces = moves ? bouncesAfter(to, at, bounce(at)) : [];
  };
  const patternEdge = (): Edge | undefined => {
    if (!following) return undefined;
    const at = edgeAt(following.pattern, following.taken);
    if (at === undefined) return undefined;
    return { at: following.since + at, level: following.initial !== (following.taken % 2 === 0) };
  };
  const settlesAt = (): number => (level === reported ? Infinity : levelSince + debounce);
  const nextAt = (): number =>
    Math.min(settlesAt(), bounces[0]?.at ?? Infinity, patternEdge()?.at ?? Infinity);

  const step = (): void => {
    const at = nextAt();
    if (settlesAt() === at) {
      reported = level;
      return;
    }
    const edge = patternEdge();
    if (following && edge?.at === at) {
      following.taken++;
      strike(edge.level, at);
      return;
    }
    const [first, ...rest] = bounces;
    if (!first) return;
    bounces = rest;
    move(first.level, first.at);
  };

  return {
    index,
    reported: () => reported,
    level: () => level,
    drive: (to, now) => {
      following = undefined;
      strike(to, now);
    },
    follow: (pattern, since) => {
      bounces = [];
      following = { pattern, since, initial: level, taken: 0 };
    },
    nextAt: () => {
      const at = nextAt();
      return at === Infinity ? undefined : at;
    },
    step,
    skipTo: (now) => {
      if (!following) return;
      const { pattern, since } = following;
      // Two cycles decide: a level that is not reported within them never is.
      const window = 2 * pattern.edges.length + 2;
      const past = edgesUntil(pattern, now - since) - window;
      if (past <= following.taken) return;
      following.taken = past;
      bounces = [];
      level = following.initial !== (past % 2 === 1);
      levelSince = since + (edgeAt(pattern, past - 1) ?? 0);
    },
    settle: () => {
      reported = level;
    },
  };
}

/** The contact leaves its new level and comes back to it; a bounce that would leave it astray is dropped. */
function bouncesAfter(level: boolean, at: number, offsets: readonly number[]): Edge[] {
  const whole = offsets.slice(0, offsets.length - (offsets.length % 2));
  return whole.map((offset, nth) => ({ at: at + offset, level: level !== (nth % 2 === 0) }));
}
