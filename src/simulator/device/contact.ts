// The contact in front of a digital input: it is moved from outside or follows a pattern, and it bounces.
// Knows no clock: it says when it moves next, and is told when that moment has come.
import type { BounceSpec } from './schema/profile.js';
import { type SignalPattern, edgesUntil, edgeAt } from './pattern.js';
import { fractionAt } from '../../kernel/random.js';

// The moments at which a worn contact bounces.

/** Ascending moments after an edge, in ms: the same edge always bounces the same way. */
export function bounceOffsets(
  spec: BounceSpec | undefined,
  seed: number,
  label: string,
  at: number,
): number[] {
  if (!spec) return [];
  const offsets = Array.from(
    { length: spec.edges },
    (_, nth) => spec.within * fractionAt(seed, `${label}/bounce-${nth}`, at),
  );
  return offsets.toSorted((a, b) => a - b);
}

interface Edge {
  readonly at: number;
  readonly level: boolean;
}

interface Following {
  readonly pattern: SignalPattern;
  readonly since: number;
  readonly initial: boolean;
  /** Edges that have been taken. */
  taken: number;
}

/** Moments after an edge of a contact at `at`, in ms and ascending, at which it bounces. */
export type Bounce = (index: number, at: number) => readonly number[];

const NO_BOUNCES: readonly Edge[] = [];

/** A class for the same reason as the relay: fleets have contacts by the hundred thousand. */
export class Contact {
  closed: boolean;
  /** When it came to its present level. */
  since = -Infinity;
  private bounces = NO_BOUNCES;
  private following: Following | undefined = undefined;
  /** The level to which it was moved; undefined while it follows a pattern. */
  held: boolean | undefined = undefined;
  private readonly index: number;
  private readonly bounce: Bounce;

  constructor(index: number, active: boolean, bounce: Bounce) {
    this.index = index;
    this.closed = active;
    this.bounce = bounce;
  }

  /** Moves the contact; whatever else moved it ends. */
  drive(level: boolean, now: number): void {
    this.following = undefined;
    this.held = level;
    this.strike(level, now);
  }

  /** Lets the contact follow a pattern that began at `since`. */
  follow(pattern: SignalPattern, since: number): void {
    this.bounces = NO_BOUNCES;
    this.held = undefined;
    this.following = { pattern, since, initial: this.closed, taken: 0 };
  }

  /** When the next edge comes; infinity when none does. */
  nextAt(): number {
    return Math.min(this.bounces[0]?.at ?? Infinity, nextOf(this.following)?.at ?? Infinity);
  }

  /** Takes the next edge. */
  step(): void {
    const { following } = this;
    const edge = nextOf(following);
    const [first, ...rest] = this.bounces;
    if (following && edge && edge.at <= (first?.at ?? Infinity)) {
      following.taken++;
      this.strike(edge.level, edge.at);
    } else if (first) {
      this.bounces = rest;
      this.move(first.level, first.at);
    }
  }

  /** Skips edges of a pattern that are long past, so that catching up stays cheap. */
  skipTo(now: number): void {
    const { following } = this;
    const past = following ? edgesToSkip(following, now) : 0;
    if (!following || past === 0) return;
    following.taken = past;
    this.bounces = NO_BOUNCES;
    this.closed = following.initial !== (past % 2 === 1);
    this.since = following.since + (edgeAt(following.pattern, past - 1) ?? 0);
  }

  private move(to: boolean, at: number): void {
    if (this.closed === to) return;
    this.closed = to;
    this.since = at;
  }

  /** An edge of the outside world, with the bounces that it brings. */
  private strike(to: boolean, at: number): void {
    this.bounces = this.closed === to ? NO_BOUNCES : bouncesAfter(to, at, this.bounce(this.index, at));
    this.move(to, at);
  }
}

/** The contact leaves its new level and comes back to it; a bounce that would leave it astray is dropped. */
function bouncesAfter(level: boolean, at: number, offsets: readonly number[]): Edge[] {
  const whole = offsets.slice(0, offsets.length - (offsets.length % 2));
  return whole.map((offset, nth) => ({ at: at + offset, level: level !== (nth % 2 === 0) }));
}

function nextOf(following: Following | undefined): Edge | undefined {
  if (!following) return undefined;
  const { pattern, since, initial, taken } = following;
  const at = edgeAt(pattern, taken);
  return at === undefined ? undefined : { at: since + at, level: initial !== (taken % 2 === 0) };
}

/** All but the last two cycles: a level that does not last within those never lasts. 0 when there are none. */
function edgesToSkip({ pattern, since, taken }: Following, now: number): number {
  const past = edgesUntil(pattern, now - since) - (2 * pattern.edges.length + 2);
  return past > taken ? past : 0;
}
