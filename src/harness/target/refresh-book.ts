// When each device was refreshed last, and how long a round trip takes lately, as far as this run knows.
import { REFRESH_MIN_INTERVAL } from '../../contract/limits.js';
import type { Clock } from '../../kernel/clock.js';

// When each device was refreshed last, as far as this run knows. A refresh that is known to come too early
// (refresh.min-interval) is not sent: the wait that the target would announce is rounded up to whole seconds.

export type RefreshBook = ReturnType<typeof createRefreshBook>;

/** A little longer than the interface says: when the target took note of a refresh is not known exactly. */
const REST = REFRESH_MIN_INTERVAL + 20;

/** @param before devices that were refreshed before the run, and when: since then at the latest. */
export function createRefreshBook(before: Iterable<readonly [string, number]> = []) {
  const last = new Map(before);
  const over = new Map(last);
  return {
    /** @param at when the refresh was sent, in ms of the clock. @param until when it was over; default: the same. */
    note: (deviceId: string, at: number, until = at) => {
      last.set(deviceId, Math.max(at, last.get(deviceId) ?? at));
      over.set(deviceId, Math.max(until, over.get(deviceId) ?? until));
    },

    /** From when on the next refresh of the device can be accepted, in ms of the clock. */
    restedAt: (deviceId: string) => (last.get(deviceId) ?? -Infinity) + REST,

    /** The same for whoever must not be refused: whenever the target has counted the last one. */
    surelyRestedAt: (deviceId: string) => (over.get(deviceId) ?? -Infinity) + REST,
  };
}

// How long a round trip takes lately. A target, a line or this machine may be slower in the middle of a run than it was
// when the run began: what then seems to overlap may not have.

/** What costs a target little, and communicates with no device. */
const CHEAP: ReadonlySet<string> = new Set([
  'session.ping',
  'ticket.create',
  'devices.list',
  'profiles.list',
  'commands.read',
]);
const OVER_WEBSOCKET = 'session.ping';

/** Of each channel. */
const MOST_TRIPS = 8;
/** In ms. */
const LATELY = 30_000;

interface Trip {
  readonly at: number;
  readonly took: number;
}

export function createRoundTrips(clock: Pick<Clock, 'now'>) {
  const rest: Trip[] = [];
  const ws: Trip[] = [];
  const longestButOne = (trips: readonly Trip[]): number => {
    const since = clock.now() - LATELY;
    const late = trips.filter(({ at }) => at >= since).map(({ took }) => took);
    return late.toSorted((a, b) => a - b).at(-2) ?? 0;
  };
  return {
    /** @param what an endpoint or a topic. @param took in ms. */
    note: (what: string, took: number) => {
      if (!CHEAP.has(what)) return;
      const trips = what === OVER_WEBSOCKET ? ws : rest;
      trips.push({ at: clock.now(), took });
      if (trips.length > MOST_TRIPS) trips.shift();
    },
    // One channel may be slow, and the other quick.
    latest: () => {
      const all = [...rest, ...ws].toSorted((a, b) => b.at - a.at).slice(0, MOST_TRIPS);
      return Math.max(...[all, rest, ws].map(longestButOne));
    },
  };
}
