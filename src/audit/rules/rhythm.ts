// The client as its own control: how soon it does the same thing again when nothing is wrong. What comes no sooner
// after a refusal is no reaction to it.
import type { ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { groupBy } from '../../kernel/group-by.js';
import { byActor, succeeded } from './facts.js';
import type { Evidence } from './ruling.js';

/** The shortest usual time in ms from one to the next of the same; infinite when it was never done twice. */
export type Rhythm = (identity: string, day: ClientTraffic) => number;

/** A client's delays vary a little. */
const NEARLY = 0.9;

/**
 * From the calm day and from what succeeded on the day itself, where other orders may come; without a calm day from all
 * that succeeded.
 * @param identityOf what counts as the same.
 */
export function rhythmOf({ days, calm }: Evidence, identityOf: (exchange: ClientExchange) => string): Rhythm {
  const own = new Map(days.map((day) => [day, usualOf([day], identityOf, succeeded)]));
  // A command under another key is another wish, whatever became of the last one where nothing was disturbed.
  const control = calm
    ? usualOf([calm], identityOf, (before, each) => succeeded(before) || isOtherWish(before, each))
    : usualOf(days, identityOf, succeeded);
  return (identity, day) =>
    Math.min(control.get(identity) ?? Infinity, (calm && own.get(day)?.get(identity)) ?? Infinity);
}

/** Whether nothing that came of the first is a reason for the second. */
type IsFree = (before: ClientExchange, each: ClientExchange) => boolean;

function isOtherWish({ key, reply }: ClientExchange, each: ClientExchange): boolean {
  return reply !== undefined && key !== undefined && each.key !== undefined && each.key !== key;
}

function usualOf(
  days: readonly ClientTraffic[],
  identityOf: (exchange: ClientExchange) => string,
  isFree: IsFree,
): ReadonlyMap<string, number> {
  const gaps = new Map<string, number[]>();
  for (const day of days) collect(day, identityOf, isFree, gaps);
  return new Map([...gaps].map(([identity, list]) => [identity, NEARLY * shortest(list)]));
}

function collect(
  day: ClientTraffic,
  identityOf: (exchange: ClientExchange) => string,
  isFree: IsFree,
  gaps: Map<string, number[]>,
): void {
  for (const exchanges of byActor(day).values()) {
    for (const [identity, same] of groupBy(exchanges, identityOf)) {
      const list = gaps.get(identity) ?? [];
      same.forEach((each, at) => {
        const before = same[at - 1];
        const since = before && isFree(before, each) ? before.reply?.at : undefined;
        // What was sent before the reply says nothing of how soon it is done again.
        if (since !== undefined && each.cameAt >= since) list.push(each.cameAt - since);
      });
      if (list.length > 0) gaps.set(identity, list);
    }
  }
}

/** Of many gaps, a few that are short by accident do not count. */
function shortest(gaps: readonly number[]): number {
  const sorted = gaps.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 10)] ?? Number.POSITIVE_INFINITY;
}
