// A clock that stands still until it is told to move: for tests, and for runs in virtual time.
import { assert } from './assert.js';
import { type Clock, sleepOn, type Timer } from './clock.js';

export interface ManualClock extends Clock {
  /** Moves time on by `duration` ms; timers due on the way fire in order, each with `now()` at its due time. */
  advance(duration: number): Promise<void>;
  /** Jumps from timer to timer until `work` settles; rejects when nothing is left that could settle it. */
  runUntil<T>(work: Promise<T>): Promise<T>;
  /** Timers that wait, soonest first. */
  pending(): readonly Timer[];
}

interface Entry extends Timer {
  readonly order: number;
  readonly callback: () => void;
}

/** Virtual time that `runUntil` lets pass before it gives up: a day. */
const LONGEST_RUN = 24 * 60 * 60 * 1000;

/** @param start clock time in ms at which the clock begins. */
export function createManualClock(start = 0): ManualClock {
  let time = start;
  let order = 0;
  const queue: Entry[] = [];

  const setTimer = (name: string, delay: number, callback: () => void): Timer => {
    assert(Number.isFinite(delay), `timer ${name}: a delay is a finite number of ms, not ${delay}`);
    const entry: Entry = {
      name,
      dueAt: time + Math.max(0, delay),
      order: order++,
      callback,
      cancel: () => {
        const at = queue.indexOf(entry);
        if (at >= 0) queue.splice(at, 1);
      },
    };
    queue.splice(insertionPoint(queue, entry), 0, entry);
    return entry;
  };

  const fireNext = (): void => {
    const next = queue.shift();
    if (!next) return;
    time = next.dueAt;
    next.callback();
  };

  const advance = async (duration: number): Promise<void> => {
    const end = time + duration;
    await settled();
    for (let next = queue[0]; next && next.dueAt <= end; next = queue[0]) {
      fireNext();
      await settled();
    }
    time = end;
  };

  const runUntil = async <T>(work: Promise<T>): Promise<T> => {
    let done = false;
    const finished = work.finally(() => (done = true));
    finished.catch(() => undefined);
    const limit = time + LONGEST_RUN;
    await settled();
    while (!done) {
      const next = queue[0];
      assert(next !== undefined, 'nothing is scheduled, and the work that is waited for has not ended');
      assert(next.dueAt <= limit, `a day of virtual time passed without an end; next is timer ${next.name}`);
      fireNext();
      await settled();
    }
    return finished;
  };

  const clock: ManualClock = {
    now: () => time,
    setTimer,
    sleep: (delay, signal) => sleepOn(clock, delay, signal),
    advance,
    runUntil,
    pending: () => [...queue],
  };
  return clock;
}

/** Entries are sorted by due time, then by age: binary search keeps large queues cheap. */
function insertionPoint(queue: readonly Entry[], entry: Entry): number {
  let low = 0;
  let high = queue.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = queue[middle];
    if (other && other.dueAt <= entry.dueAt) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Lets every promise that can go on do so: one turn of the host's loop empties the microtask queue. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
