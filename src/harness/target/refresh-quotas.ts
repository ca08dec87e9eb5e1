// Whether a 429 of a refresh may be that of a quota of its API client, and not that of the device: a device that nobody
// has refreshed lately has its budget. A budget that devices share is met by clients that have refreshed nothing, too.
import { SUCCESS } from '../../contract/error-codes.js';
import type { Clock } from '../../kernel/clock.js';
import type { CallReply } from './call.js';

export interface RefreshQuotas {
  /** Of a refresh that was answered just now. */
  note(asked: AskedRefresh, reply: Pick<CallReply, 'code' | 'retryAfterSeconds'>): void;
  /** Whether this client seems to have a quota of refreshes. */
  meets(client: string): boolean;
}

interface AskedRefresh {
  readonly client: string;
  readonly deviceId: string;
  /** Clock time in ms; default: just now. */
  readonly sentAt?: number | undefined;
}

interface Seen {
  readonly client: string;
  readonly deviceId: string;
  /** Clock time in ms of the answer. */
  readonly at: number;
}

interface Granted extends Seen {
  readonly sentAt: number;
}

interface Refused extends Seen {
  /** In ms. */
  readonly announced: number;
}

/** In ms: for so long a refresh may be felt by its device, until two of one device have shown that it is less. */
const LONGEST_BUDGET = 60_000;
/** In ms: a window of a quota may be as long, and longer where more is announced. */
const LONGEST_WINDOW = 60_000;
/** In ms: a refresh that was answered so much later may have been accepted before. */
const UNDER_WAY = 5000;
/** How much of what is announced is surely needed. */
const SURE_PART = 1 / 3;
/** Of either; the oldest are forgotten. */
const MOST_SEEN = 300;

export function createRefreshQuotas(clock: Pick<Clock, 'now'>): RefreshQuotas {
  const granted: Granted[] = [];
  const refused: Refused[] = [];
  const last = new Map<string, number>();
  let budget = LONGEST_BUDGET;
  const keep = <S>(list: S[], seen: S): void => {
    list.push(seen);
    if (list.length > MOST_SEEN) list.shift();
  };
  return {
    note: ({ client, deviceId, sentAt }, { code, retryAfterSeconds = 0 }) => {
      const at = clock.now();
      if (code === 'RATE_LIMITED')
        keep(refused, { client, deviceId, at, announced: retryAfterSeconds * 1000 });
      if (code !== SUCCESS) return;
      budget = Math.min(budget, at - (last.get(deviceId) ?? Number.NEGATIVE_INFINITY));
      last.set(deviceId, at);
      keep(granted, { client, deviceId, at, sentAt: sentAt ?? at });
    },
    meets: (client) => {
      let signs = 0;
      for (const each of refused) {
        const spent = granted.filter(
          ({ at }) => at >= each.at - Math.max(LONGEST_WINDOW, each.announced) && at <= each.at + UNDER_WAY,
        );
        const feltSince = each.at - budget - UNDER_WAY;
        const felt = spent.filter(({ at }) => at >= feltSince);
        if (felt.some(({ deviceId }) => deviceId === each.deviceId)) continue;
        const own = spent.some((other) => other.client === each.client);
        // Not its own doing: then it is no quota of clients that keeps devices from being refreshed.
        if (!own && felt.some(({ at }) => at < each.at)) return false;
        if (contradicts(each, granted)) return false;
        if (own && each.client === client) signs++;
      }
      return signs > 0;
    },
  };
}

/** Until a quota has room again nothing of its client is granted; what is announced may be more than is needed. */
function contradicts({ client, at, announced }: Refused, granted: readonly Granted[]): boolean {
  const until = at + announced * SURE_PART;
  return granted.some((each) => each.client === client && each.sentAt > at && each.at < until);
}
