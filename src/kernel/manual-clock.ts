// A clock that stands still until it is told to move: for tests, and for runs in virtual time.
import type { MaybePromise } from './maybe-promise.js';
import { assert } from './assert.js';
import { type Clock, sleepOn, type Timer } from './clock.js';
import { settled } from './host-time.js';
import { createTimerQueue } from './timer-queue.js';

export interface ManualClock extends Clock {
  /** Moves time on by `duration` ms; timers due on the way fire in order, each with `now()` at its due time. */
  advance(duration: number): Promise<void>;
  /** Jumps from timer to timer until `work` settles; rejects when nothing is left that could settle it. */
  runUntil<T>(work: MaybePromise<T>): Promise<T>;
  /** Timers that wait, soonest first. */
  pending(): readonly Timer[];
}

/** Virtual time that `runUntil` lets pass before it gives up: a day. */
const LONGEST_RUN = 24 * 60 * 60 * 1000;

/** @param start clock time in ms at which the clock begins. */
export function createManualClock(start = 0): ManualClock {
  let time = start;
  const queue = createTimerQueue();

  const moveTo = (moment: number): void => {
    time = Math.max(time, moment);
  };
  const fire = async (timer: Timer): Promise<void> => {
    moveTo(timer.dueAt);
    queue.fireFirst();
    await settled();
  };

  const advance = async (duration: number): Promise<void> => {
    assert(duration >= 0, `time does not go backwards, as an advance by ${duration} ms would have it`);
    const end = time + duration;
    await settled();
    for (let next = queue.first(); next && next.dueAt <= end; next = queue.first()) await fire(next);
    moveTo(end);
  };

  const runUntil = async <T>(work: MaybePromise<T>): Promise<T> => {
    let done = false;
    const finished = Promise.resolve(work).finally(() => (done = true));
    finished.catch(() => undefined);
    const limit = time + LONGEST_RUN;
    await settled();
    while (!done) {
      const next = queue.first();
      assert(next !== undefined, 'nothing is scheduled, and the work that is waited for has not ended');
      assert(next.dueAt <= limit, `a day of virtual time passed without an end; next is timer ${next.name}`);
      await fire(next);
    }
    return finished;
  };

  const clock: ManualClock = {
    now: () => time,
    setTimer: (name, delay, callback) => queue.add(name, time, delay, callback),
    sleep: (delay, signal) => sleepOn(clock, delay, signal),
    outside: (work) => work,
    advance,
    runUntil,
    pending: () => queue.toArray(),
  };
  return clock;
}
