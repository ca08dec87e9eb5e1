// client.coordinated-backoff: processes of one client that met the same trouble and come back at the same moment.
import type { ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { breach, instant, spanWords, verdict } from './breach.js';
import { chanceOfMany, isBeyondChance, pWords } from './experiment.js';
import { byActor, refusedAsBusy, isFailed, isLimited, isLost, purposeOf, settledAt } from './facts.js';
import type { ClientBreach, ClientRule } from './ruling.js';

const FEWEST_INSTANCES = 3;
/** Tries within so many ms of each other are one burst. */
const BURST = 100;
/** Troubles within so many ms are one and the same. */
const SAME_TROUBLE = 1000;
/** The first try after a lost connection may come at once. */
const AT_ONCE = 50;
const LONGEST = 60_000;
/** Spread over a second, three tries fall within so many ms with this probability: fewer that are nearer tell as much. */
const NEARNESS = [
  { within: BURST, byChance: 0.03 },
  { within: 25, byChance: 0.002 },
];

export const coordinatedBackoff: ClientRule = {
  id: 'client.coordinated-backoff',
  judge: ({ days }) => {
    const troubles = days.flatMap((day) => troublesOf(day));
    const bursts = troubles.filter((each) => isBurst(each, BURST));
    const p = Math.min(
      1,
      ...NEARNESS.map(({ within, byChance }) => {
        const { length } = bursts.filter((each) => isBurst(each, within));
        return NEARNESS.length * chanceOfMany(length, troubles.length, byChance);
      }),
    );
    const seen = bursts.map(breachOf).map((each) => ({ ...each, right: `${each.right} (${pWords(p)})` }));
    const n = troubles.length;
    if (days.every((day) => byActor(day).size < FEWEST_INSTANCES))
      return { kind: 'not exercised', needs: NEEDS };
    const lacks = n >= ENOUGH ? {} : { lacks: `${n} of ${ENOUGH} troubles that three instances met` };
    if (bursts.length > 1 && isBeyondChance(p)) return { kind: 'broken', n, breaches: seen };
    if (bursts.length < 2 || p > DOUBTFUL) return { ...verdict({ n, breaches: [], needs: NEEDS }), ...lacks };
    const why = `in ${bursts.length} of ${n} troubles instances came back together: ${pWords(p)}`;
    return { kind: 'undecided', n, why, seen, isSuspicious: true, ...lacks };
  },
};

const NEEDS = 'three instances or more (--instances 3) on a day of limits, failures or cut connections';
const ENOUGH = 8;
/** What is so implausible is worth another day. */
const DOUBTFUL = 0.02;

interface Trouble {
  readonly day: ClientTraffic;
  readonly at: number;
  readonly what: string;
  /** The next try of each instance that met it. */
  readonly next: readonly { readonly at: number; readonly exchange: ClientExchange }[];
}

interface Hit {
  readonly at: number;
  readonly what: string;
  readonly actor: string;
  readonly next: ClientExchange;
}

function troublesOf(day: ClientTraffic): Trouble[] {
  const hits = [...byActor(day)]
    .flatMap(([actor, exchanges]) => [...refusals(exchanges, actor), ...losses(day, actor, exchanges)])
    .toSorted((a, b) => a.at - b.at);
  const troubles: Trouble[] = [];
  const used = new Set<Hit>();
  for (const hit of hits) {
    if (used.has(hit)) continue;
    const same = new Map<string, Hit>();
    for (const each of hits) {
      const isSame = each.what === hit.what && each.at >= hit.at && each.at - hit.at <= SAME_TROUBLE;
      if (isSame && !used.has(each) && !same.has(each.actor)) same.set(each.actor, each);
    }
    if (same.size < FEWEST_INSTANCES) continue;
    for (const each of same.values()) used.add(each);
    const next = [...same.values()].map((each) => ({ at: each.next.cameAt, exchange: each.next }));
    troubles.push({ day, at: hit.at, what: hit.what, next });
  }
  return troubles;
}

function refusals(exchanges: readonly ClientExchange[], actor: string): Hit[] {
  return exchanges.flatMap((each, index) => {
    const isTrouble = isLimited(each) || refusedAsBusy(each) || isFailed(each) || isLost(each);
    const at = settledAt(each);
    if (!isTrouble || at === undefined) return [];
    const purpose = purposeOf(each);
    const next = exchanges
      .slice(index + 1)
      .find((other) => other.cameAt >= at && other.cameAt - at <= LONGEST && purposeOf(other) === purpose);
    return next ? [{ at, what: each.reply?.code ?? 'a lost reply', actor, next }] : [];
  });
}

function losses(day: ClientTraffic, actor: string, exchanges: readonly ClientExchange[]): Hit[] {
  return day.connections.flatMap(({ actor: owner, closedAt, closedBy }) => {
    if (owner !== actor || closedAt === undefined || closedBy !== 'service') return [];
    const next = exchanges.find(({ what, cameAt }) => what === 'ticket.create' && cameAt >= closedAt);
    if (!next || next.cameAt - closedAt < AT_ONCE || next.cameAt - closedAt > LONGEST) return [];
    return [{ at: closedAt, what: 'a lost connection', actor, next }];
  });
}

function isBurst({ next }: Trouble, within: number): boolean {
  const times = next.map(({ at }) => at).toSorted((a, b) => a - b);
  return times.some((at, index) => (times[index + FEWEST_INSTANCES - 1] ?? Infinity) - at <= within);
}

function breachOf({ day, at, what, next }: Trouble): ClientBreach {
  const times = next.map((each) => instant(day, each.at)).join(', ');
  const done = `after ${what} at ${instant(day, at)}, ${next.length} instances tried again at ${times}`;
  const right = `tries spread over a second or more by chance, not within ${spanWords(BURST)}`;
  const tries = next.map(({ exchange }) => exchange).toSorted((a, b) => a.id - b.id);
  return breach(day, tries, done, right, Math.min(...next.map((each) => each.at)));
}
