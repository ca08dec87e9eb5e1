// The contact in front of a digital input: it is moved from outside or follows a pattern, and it bounces.
// Knows no clock: it says when it moves next, and is told when that moment has come.
import { edgeAt, edgesUntil, type Pattern } from './pattern.js';

export interface Contact {
  level(): boolean;
  /** The level to which it was moved; undefined while it follows a pattern. */
  held(): boolean | undefined;
  /** When it came to its present level. */
  since(): number;
  /** Moves the contact; whatever else moved it ends. */
  drive(level: boolean, now: number): void;
  /** Lets the contact follow a pattern that began at `since`. */
  follow(pattern: Pattern, since: number): void;
  /** When the next edge comes; infinity when none does. */
  nextAt(): number;
  /** Takes the next edge. */
  step(): void;
  /** Skips edges of a pattern that are long past, so that catching up stays cheap. */
  skipTo(now: number): void;
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

/** @param bounce moments after an edge at `at`, in ms and ascending, at which the contact bounces. */
export function createContact(active: boolean, bounce: (at: number) => readonly number[]): Contact {
  let level = active;
  let since = -Infinity;
  let bounces: readonly Edge[] = [];
  let following: Following | undefined;
  let held: boolean | undefined;

  const move = (to: boolean, at: number): void => {
    if (level === to) return;
    level = to;
    since = at;
  };
  /** An edge of the outside world, with the bounces that it brings. */
  const strike = (to: boolean, at: number): void => {
    bounces = level === to ? [] : bouncesAfter(to, at, bounce(at));
    move(to, at);
  };

  return {
    level: () => level,
    held: () => held,
    since: () => since,
    drive: (to, now) => {
      following = undefined;
      held = to;
      strike(to, now);
    },
    follow: (pattern, begun) => {
      bounces = [];
      held = undefined;
      following = { pattern, since: begun, initial: level, taken: 0 };
    },
    nextAt: () => Math.min(bounces[0]?.at ?? Infinity, nextOf(following)?.at ?? Infinity),
    step: () => {
      const edge = nextOf(following);
      const [first, ...rest] = bounces;
      if (following && edge && edge.at <= (first?.at ?? Infinity)) {
        following.taken++;
        strike(edge.level, edge.at);
      } else if (first) {
        bounces = rest;
        move(first.level, first.at);
      }
    },
    skipTo: (now) => {
      const past = following ? edgesToSkip(following, now) : 0;
      if (!following || past === 0) return;
      following.taken = past;
      bounces = [];
      level = following.initial !== (past % 2 === 1);
      since = following.since + (edgeAt(following.pattern, past - 1) ?? 0);
    },
  };
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
