// The timers that wait on one clock: in the order in which they are due, those due together in the order in
// which they were set.
import { assert } from './assert.js';
import type { Timer } from './clock.js';

interface Entry extends Timer {
  readonly order: number;
  readonly callback: () => void;
}

export type TimerQueue = ReturnType<typeof createTimerQueue>;

export function createTimerQueue() {
  const entries: Entry[] = [];
  let order = 0;
  let firing: number | undefined;

  return {
    /**
     * Adds a timer that is due `delay` ms after `now`; inside of a callback, after that callback was due. When the
     * machine has stood still, a chain of timers so keeps its place beside others that were due later.
     */
    add: (name: string, now: number, delay: number, callback: () => void): Timer => {
      assert(Number.isFinite(delay), `timer ${name}: a delay is a finite number of ms, not ${delay}`);
      const cancel = (): void => {
        const at = placeOf(entry, entries);
        if (entries[at] === entry) entries.splice(at, 1);
      };
      const entry: Entry = {
        name,
        dueAt: (firing ?? now) + Math.max(0, delay),
        order: order++,
        callback,
        cancel,
      };
      entries.splice(placeOf(entry, entries), 0, entry);
      return entry;
    },
    first: (): Timer | undefined => entries[0],
    /** Takes the first timer out and calls it back. */
    fireFirst: (): void => {
      const entry = entries.shift();
      firing = entry?.dueAt;
      try {
        entry?.callback();
      } finally {
        firing = undefined;
      }
    },
    toArray: (): readonly Timer[] => [...entries],
  };
}

/** Where the entry is, or where it belongs: binary search keeps long queues cheap. */
function placeOf(entry: Entry, entries: readonly Entry[]): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = entries[middle];
    if (other && comesBefore(other, entry)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function comesBefore(a: Entry, b: Entry): boolean {
  return a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.order < b.order);
}
