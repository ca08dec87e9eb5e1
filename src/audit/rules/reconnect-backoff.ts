// client.reconnect-backoff: delays between tries to connect that grow and are drawn by chance, one try at a time.
import type { ClientTraffic } from '../traffic/traffic.js';
import { groupBy } from '../../kernel/group-by.js';
import { instant, spans, verdict } from './breach.js';
import { isBeyondChance, pWords } from './experiment.js';
import { type Growth, growthOf } from './growth.js';
import { IN_FLIGHT } from './facts.js';
import {
  isGivenUp,
  type Outage,
  outagesOf,
  socketsOf,
  sparesOf,
  type Try,
  triesOf,
} from './reconnections.js';
import type { ClientBreach, ClientRule, Ruling } from './ruling.js';

const NEEDS =
  'the days of cut connections and of the outage: the client has to connect, and to connect again';
const RIGHT = 'delays that grow from try to try, with chance in them';
/** Chains are alike when their delays differ by so little. */
const ALIKE = 0.02;
/** A machine under load makes some of them differ all the same. */
const MOSTLY = 0.75;
/** Delays that must be alike before it is no accident. */
const FEWEST_ALIKE = 3;

export const reconnectBackoff: ClientRule = {
  id: 'client.reconnect-backoff',
  judge: ({ days, isInterim }) => {
    const actors = days.flatMap(workersOf).map(({ day, actor }) => {
      const tries = triesOf(day, actor);
      const spares = sparesOf(day, actor);
      return { day, tries, spares, outages: outagesOf(day, tries), sockets: socketsOf(day) };
    });
    const atOnce = actors.flatMap(({ day, tries, spares, sockets }) =>
      inFlight(
        day,
        [...tries, ...spares].toSorted((a, b) => a.at - b.at),
        sockets,
      ),
    );
    // Where nothing was lost, it does not matter whose connection it was.
    const several = actors.some(({ sockets, outages }) => sockets > 1 && outages.length > 0);
    const outages = actors.flatMap((each) => each.outages);
    if (atOnce.length > 1) return verdict({ n: outages.length, breaches: atOnce, needs: NEEDS });
    if (several && outages.length > 0) {
      const why = 'several connections at a time: their tries cannot be told apart';
      const todo =
        'if each device has a connection of its own, audit it with one device (--env CONFORM_DEVICE_IDS={deviceId})';
      return { kind: 'undecided', n: outages.length, why, todo, seen: atOnce };
    }
    return judgeDelays(outages, isInterim);
  },
};

/** Each worker, and the day with what it did alone. */
function workersOf(day: ClientTraffic) {
  const all = groupBy([...day.connections, ...day.exchanges], ({ worker }) => worker);
  return [...all].flatMap(([worker, [first]]) => {
    const isOwn = (each: { readonly worker: string }): boolean => each.worker === worker;
    const own = { exchanges: day.exchanges.filter(isOwn), connections: day.connections.filter(isOwn) };
    return first ? [{ day: { ...day, ...own }, actor: first.actor }] : [];
  });
}

function inFlight(day: ClientTraffic, tries: readonly Try[], sockets: number): ClientBreach[] {
  return tries.flatMap((each, at) => {
    const before = tries.slice(Math.max(0, at - 50), at);
    const underWay = before.filter((other) => {
      // Of a try that was left it is told by the other one, which its client may not have known to be open.
      const isLeft = [each, other].some(({ connection }) => connection && isGivenUp(connection, day));
      const openAt = (other.connection?.openedAt ?? Infinity) + (isLeft ? IN_FLIGHT : 0);
      return Math.min(openAt, other.endedAt ?? day.to) > each.at;
    });
    if (underWay.length < sockets) return [];
    const done = `${underWay.length + 1} tries to connect at the same time`;
    return [breachOf(day, [...underWay, each], done, 'one try at a time')];
  });
}

function breachOf(day: ClientTraffic, tries: readonly Try[], done: string, right: string): ClientBreach {
  const at = tries.at(-1)?.at ?? day.from;
  return { day: day.day, at, exchanges: tries.flatMap(({ exchanges }) => exchanges), done, right };
}

function judgeDelays(outages: readonly Outage[], isInterim: boolean | undefined): Ruling {
  const parts = outages.flatMap(({ afterFailures }) => afterFailures);
  const whole = growthOf(parts, isInterim);
  // Who is patient where tickets fail may hammer where they are given and the connection is refused.
  const upgrades = growthOf(
    outages.flatMap(({ afterUpgrades }) => afterUpgrades),
    isInterim,
  );
  const failures =
    [whole, upgrades].find(isFlat) ?? [whole, upgrades].find(({ isSuspicious }) => isSuspicious) ?? whole;
  const seen = outages
    .filter(({ all }) => all.length > 0)
    .map(({ day, tries, all }) => {
      const since = instant(day, tries[0]?.at ?? day.from);
      return breachOf(day, tries, `from ${since} on tried to connect after ${spans(all)}`, RIGHT);
    });
  const n = outages.reduce((total, { tries }) => total + tries.length, 0);
  const broken = (words: string): Ruling => {
    return { kind: 'broken', n, breaches: seen.map((each) => ({ ...each, right: `${RIGHT}${words}` })) };
  };
  if (isFlat(failures)) return broken(` (${pWords(failures.p)})`);
  const alike = alikeDelays(parts);
  if (alike >= FEWEST_ALIKE) return broken('; these are alike in each outage');
  const altogether = growthOf(
    outages.map(({ all }) => all),
    isInterim,
  );
  const lacks = whole.n >= ENOUGH ? {} : { lacks: `${whole.n} of ${ENOUGH} delays in chains of tries` };
  const grows = altogether.kind === 'grow' || failures.kind === 'grow';
  const p = rhythmChance(outages.map(({ all }) => all));
  if (!grows && isBeyondChance(p)) return broken(`; the first ones after each loss are alike (${pWords(p)})`);
  if (n === 0) return verdict({ n, breaches: [], needs: NEEDS });
  if (grows && failures === whole) return { kind: 'holds', n, ...lacks };
  const why =
    failures.kind === 'too few'
      ? `${failures.n} delays after tries that failed are too few to tell whether they grow, it takes 5; after a connection that had opened they may begin anew`
      : `the delays may grow: later over earlier is ${failures.ratio.toFixed(2)} with n = ${failures.n}, and right ones look like that with ${pWords(failures.p)}`;
  const isSuspicious = p < DOUBTFUL || failures.isSuspicious;
  return { kind: 'undecided', n, why, seen, isSuspicious, ...lacks };
}

function isFlat({ kind }: Growth): boolean {
  return kind === 'none' || kind === 'do not grow';
}

/** Delays that tell whether they grow. */
const ENOUGH = 8;
/** What is so implausible is worth another day. */
const DOUBTFUL = 0.01;
/** TestedChance of a tenth up or down is the least that counts as jitter. */
const LEAST_JITTER = 0.2;
/** Timers of a machine differ by so many ms. */
const TIMER = 15;

/** How likely it is that the first delays after each loss are so much alike, where each has a little chance in it. */
function rhythmChance(chains: readonly (readonly number[])[]): number {
  const firsts = chains.flatMap(([first]) => first ?? []);
  if (firsts.length < 2) return 1;
  const [least, most] = [Math.min(...firsts), Math.max(...firsts)];
  const part = Math.max(TIMER, most - least) / (LEAST_JITTER * most);
  return part >= 1 ? 1 : Math.min(1, firsts.length * part ** (firsts.length - 1));
}

/** Delays at the same places of two outages or more that are alike; 0 when more than a few of them differ. */
function alikeDelays(chains: readonly (readonly number[])[]): number {
  const long = chains.filter(({ length }) => length >= 2);
  let [compared, alike] = [0, 0];
  for (const [at, chain] of long.entries()) {
    for (const other of long.slice(at + 1)) {
      const common = Math.min(chain.length, other.length);
      for (let place = 0; place < common; place++) {
        const [a = 0, b = 0] = [chain[place], other[place]];
        // Where a bound has been reached, delays may be alike.
        if (place > 0 && areAlike(a, chain[place - 1] ?? 0)) continue;
        compared++;
        if (areAlike(a, b)) alike++;
      }
    }
  }
  return alike >= MOSTLY * compared ? alike : 0;
}

function areAlike(a: number, b: number): boolean {
  return Math.abs(a - b) <= ALIKE * Math.max(a, b);
}
