// How late this machine is: a timer that should fire now and then, and does so later when there is too much to do.
import type { Clock } from '../../kernel/clock.js';

export interface Late {
  readonly from: number;
  readonly to: number;
}

export interface Lateness {
  /** When the machine was so late that what happened may have come of it. */
  readonly spans: readonly Late[];
  /** Resolves when it keeps up with what runs already; after a while in any case. */
  calm(): Promise<void>;
  stop(): void;
}

const TICK = 50;
/** So many ms late is not on time, and so many distort what is seen. */
const BUSY = 25;
const LATE = 400;
/** Ticks on time until one more process may be started, and the longest wait for them in ms. */
const CALM_TICKS = 4;
const LONGEST_WAIT = 8000;
const MOST_SPANS = 10_000;

/** @param clock of the machine. */
export function measureLateness(clock: Clock): Lateness {
  const spans: Late[] = [];
  let onTime = 0;
  let isOver = false;
  let expected = clock.now() + TICK;
  const tick = (): void => {
    const now = clock.now();
    const late = now - expected;
    onTime = late < BUSY ? onTime + 1 : 0;
    if (late >= LATE && spans.length < MOST_SPANS) spans.push({ from: expected, to: now });
    expected = now + TICK;
    timer = clock.setTimer('lateness', TICK, tick);
  };
  let timer = clock.setTimer('lateness', TICK, tick);
  return {
    spans,
    calm: async () => {
      const since = clock.now();
      // Each one that begins makes the next ones wait.
      while (!isOver && onTime < CALM_TICKS && clock.now() - since < LONGEST_WAIT) await clock.sleep(TICK);
      onTime = 0;
    },
    stop: () => {
      isOver = true;
      timer.cancel();
    },
  };
}
