// client.refresh-spacing: 3 s from the reply to a refresh that was granted to the next refresh of the device.
import type { ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { breach, ifTwice, instant, type PartialRuling, spanWords, together, verdict } from './breach.js';
import { groupBy } from '../../kernel/group-by.js';
import { exchangeName, instanceOf, isClientRefresh, succeeded } from './facts.js';
import type { ClientBreach, ClientRule } from './ruling.js';

const SPACING = 3000;

export const clientRefreshSpacing: ClientRule = {
  id: 'client.refresh-spacing',
  judge: ({ days }) => {
    const found = days.flatMap((day) => {
      const refreshes = day.exchanges.filter((each) => isClientRefresh(each) && each.deviceId !== undefined);
      return [...groupBy(refreshes, ({ deviceId = '' }) => deviceId).values()].map((each) =>
        judgeDevice(day, each),
      );
    });
    // Instances that cannot know of each other may meet once.
    const apart = ifTwice(found.flatMap((each) => each.apart));
    const { n, breaches, doubts } = together(found);
    return verdict({
      ...apart,
      n,
      breaches: [...breaches, ...apart.breaches],
      doubts: [...doubts, ...(apart.doubts ?? [])],
      why: '3 s may be counted from the request or from its reply, and instances that cannot know of each other may meet once',
      needs: 'any day: the client has to refresh one device twice',
    });
  },
};

interface Found extends PartialRuling {
  /** Between two instances. */
  readonly apart: ClientBreach[];
}

/** Who asks for less with a token fetches one for each request. */
const LIFE = 5;

/**
 * A process that has replaced itself knows nothing of what it did before: it has fetched a token since, after a life
 * with the old one, which nobody had refused.
 */
function isFirstOfLife(day: ClientTraffic, each: ClientExchange, granted: ClientExchange): boolean {
  const own = day.exchanges.filter(({ actor, cameAt }) => actor === each.actor && cameAt <= each.cameAt);
  const birth = own.findLastIndex(({ what }) => what === 'token.create');
  const before = own.slice(0, birth).findLastIndex(({ what }) => what === 'token.create');
  const since = own.slice(own.indexOf(granted));
  // In virtual time both may be of one moment.
  const isNew = (own[birth]?.cameAt ?? 0) >= (granted.reply?.at ?? Infinity);
  return isNew && birth - before > LIFE && !since.some(({ reply }) => reply?.status === 401);
}

function judgeDevice(day: ClientTraffic, refreshes: readonly ClientExchange[]): Found {
  const found: Found = { n: 0, breaches: [], apart: [], doubts: [] };
  let granted: ClientExchange | undefined;
  for (const each of refreshes) {
    if (granted?.reply && each.cameAt >= granted.reply.at && !isFirstOfLife(day, each, granted)) {
      found.n++;
      const gap = each.cameAt - granted.reply.at;
      if (gap < SPACING) {
        const done = `${exchangeName(each)} came ${spanWords(gap)} after the reply to the last one that was granted`;
        const right = `at least 3,000 ms after it, at ${instant(day, granted.reply.at + SPACING)}`;
        const how = breach(day, [granted, each], done, right);
        // Whoever counts from his own sending has kept to the words, if not to the sense.
        if (each.cameAt - granted.cameAt >= SPACING) found.doubts.push(how);
        else if (each.actor === granted.actor) found.breaches.push(how);
        // A process that was started anew knows nothing of the one before.
        else if (instanceOf(each) !== instanceOf(granted)) found.apart.push(how);
      }
    }
    if (succeeded(each)) granted = each;
  }
  return found;
}
