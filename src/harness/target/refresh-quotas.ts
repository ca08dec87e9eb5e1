// Whether a 429 of a refresh may be that of a quota of its API client, and not that of the device: a device that nobody
// has refreshed lately has its budget. A budget that devices share is met by clients that have refreshed nothing, too.
import type { Clock } from '../../kernel/clock.js';

export interface RefreshQuotas {
  granted(client: string, deviceId: string): void;
  /** @param announced in ms. */
  refused(client: string, deviceId: string, announced: number): void;
  /** Whether this client seems to have a quota of refreshes. */
  meets(client: string): boolean;
}

interface Seen {
  readonly client: string;
  readonly deviceId: string;
  /** Clock time in ms of the answer. */
  readonly at: number;
}

/** In ms: as long as that, and longer where more is announced, a refresh may be felt. */
const LATELY = 10_000;
/** How many times as long as what is announced. */
const TIMES = 2;
/** In ms: a refresh that was answered so much later may have been accepted before. */
const UNDER_WAY = 5000;
/** Of either; the oldest are forgotten. */
const MOST_SEEN = 300;

export function createRefreshQuotas(clock: Pick<Clock, 'now'>): RefreshQuotas {
  const granted: Seen[] = [];
  const refused: Seen[] = [];
  let lately = LATELY;
  const keep = (list: Seen[], client: string, deviceId: string): void => {
    list.push({ client, deviceId, at: clock.now() });
    if (list.length > MOST_SEEN) list.shift();
  };
  /** Those that were granted about then; not counting the device itself. */
  const spentBy = (each: Seen): readonly Seen[] =>
    granted.filter(({ at }) => at >= each.at - lately && at <= each.at + UNDER_WAY);
  return {
    granted: (client, deviceId) => keep(granted, client, deviceId),
    refused: (client, deviceId, announced) => {
      lately = Math.max(lately, announced * TIMES);
      keep(refused, client, deviceId);
    },
    meets: (client) => {
      let signs = 0;
      for (const each of refused) {
        const spent = spentBy(each);
        if (spent.some(({ deviceId }) => deviceId === each.deviceId)) continue;
        const own = spent.some((other) => other.client === each.client);
        // Not its own doing: then it is no quota of clients that keeps devices from being refreshed.
        if (!own && spent.some(({ at }) => at < each.at)) return false;
        if (own && each.client === client) signs++;
      }
      return signs > 0;
    },
  };
}
