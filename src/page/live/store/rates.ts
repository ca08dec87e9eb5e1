// How much happens each second, from counters that only grow.
import type { Counts } from '../../../simulator/control/replies.js';

export type RateName = keyof Counts;

export interface Rates {
  readonly now: Readonly<Record<RateName, number>>;
  /** A value for each of the last seconds, the latest last. */
  readonly past: readonly Readonly<Counts>[];
}

export const NO_RATES: Rates = {
  now: { requests: 0, rateLimited: 0, busy: 0, failed: 0, events: 0 },
  past: [],
};

const SECONDS = 60;
const NAMES = Object.keys(NO_RATES.now) as RateName[];

/** @returns takes the counters as they come with the machine's time in ms; gives the rates of the last second. */
export function createRateMeter(): (counts: Counts, now: number) => Rates {
  let samples: { readonly at: number; readonly counts: Counts }[] = [];
  let past: Counts[] = [];
  let secondBegan = 0;

  return (counts, now) => {
    const last = samples.at(-1);
    // A stream that was opened anew counts from nothing.
    if (last && NAMES.some((name) => counts[name] < last.counts[name])) samples = [];
    samples.push({ at: now, counts });
    while (samples.length > 2 && (samples[1]?.at ?? now) <= now - 1000) samples.shift();
    const oldest = samples[0] ?? { at: now, counts };
    const seconds = Math.max(1, (now - oldest.at) / 1000);
    const rates = eachOf((name) => (counts[name] - oldest.counts[name]) / seconds);
    if (now - secondBegan >= 1000) {
      secondBegan = now;
      past = [...past, rates].slice(-SECONDS);
    }
    return { now: rates, past };
  };
}

function eachOf(value: (name: RateName) => number): Counts {
  return Object.fromEntries(NAMES.map((name) => [name, value(name)])) as unknown as Counts;
}
