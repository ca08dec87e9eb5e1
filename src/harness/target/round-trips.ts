// How long a round trip takes lately. A target, a line or this machine may be slower in the middle of a run than it was
// when the run began: what then seems to overlap may not have.
import type { Clock } from '../../kernel/clock.js';

export interface RoundTrips {
  /** @param what an endpoint or a topic. @param took in ms. */
  note(what: string, took: number): void;
  /** The longest but one of the latest few, in ms; 0 where there are not enough. */
  latest(): number;
}

/** What costs a target little, and communicates with no device. */
const CHEAP: ReadonlySet<string> = new Set([
  'session.ping',
  'ticket.create',
  'devices.list',
  'profiles.list',
  'commands.read',
]);

const MOST_TRIPS = 8;
/** In ms. */
const LATELY = 30_000;

export function createRoundTrips(clock: Pick<Clock, 'now'>): RoundTrips {
  const trips: { readonly at: number; readonly took: number }[] = [];
  return {
    note: (what, took) => {
      if (!CHEAP.has(what)) return;
      trips.push({ at: clock.now(), took });
      if (trips.length > MOST_TRIPS) trips.shift();
    },
    latest: () => {
      const since = clock.now() - LATELY;
      const late = trips.filter(({ at }) => at >= since).map(({ took }) => took);
      return late.toSorted((a, b) => a - b).at(-2) ?? 0;
    },
  };
}
