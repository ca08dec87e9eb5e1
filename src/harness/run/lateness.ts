// How late this machine is: by how much timers of the run are called after they were due. A run that is late does fewer
// things at a time, and what could not be decided meanwhile says nothing of the target.
import type { Clock } from '../../kernel/clock.js';

export interface Lateness {
  /** Checks at a time that this machine keeps up with, of those that are permitted. */
  readonly parallel: number;
  /** By how many ms of the clock the machine was late at the most since that moment; 0 where it kept up. */
  worstSince(at: number): number;
  /** Nothing is measured any more. */
  stop(): void;
}

/** How often it is measured, in ms of the clock. */
const EVERY = 50;
/** Later than this is late: the shortest time that a check judges is 300 ms. */
const LATE = 40;
/** Fewer at a time would take longer than they gain. */
const LEAST = 3;
/** Late moments that are kept: the oldest goes first. */
const MOST_KEPT = 10_000;
/** How much of the lateness of before still counts at the next measure. */
const FADING = 0.8;
const SLOWER = 0.9;
const FASTER = 0.2;

/** @param most checks at a time that are permitted. */
export function createLateness(clock: Clock, most: number): Lateness {
  const late: { readonly at: number; readonly by: number }[] = [];
  let parallel = most;
  let lately = 0;
  const measure = (): ReturnType<Clock['setTimer']> => {
    const due = clock.now() + EVERY;
    return clock.setTimer('lateness', EVERY, () => {
      const at = clock.now();
      const by = at - due;
      lately = Math.max(by, lately * FADING);
      parallel =
        lately > LATE
          ? Math.max(Math.min(LEAST, most), parallel * SLOWER)
          : Math.min(most, parallel + FASTER);
      if (by > LATE) late.push({ at, by });
      if (late.length > MOST_KEPT) late.shift();
      timer = measure();
    });
  };
  let timer = measure();
  return {
    get parallel() {
      return Math.floor(parallel);
    },
    worstSince: (since) => Math.max(0, ...late.filter(({ at }) => at >= since).map(({ by }) => by)),
    stop: () => timer.cancel(),
  };
}

/** Where time is not the machine's, nothing is ever late. */
export function neverLate(parallel: number): Lateness {
  return { parallel, worstSince: () => 0, stop: () => undefined };
}
