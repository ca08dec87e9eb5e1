// Whether delays grow from try to try, as far as a few of them can tell. TestedChance is on the side of the client: what
// growing delays under full jitter could have brought about by themselves is no proof.
import { createRandom } from '../../kernel/random.js';
import { chanceOfMany, isBeyondChance } from './experiment.js';

export interface Growth {
  readonly kind: 'grow' | 'do not grow' | 'none' | 'too few' | 'unclear';
  /** Delays that were looked at. */
  readonly n: number;
  /** Mean of the later ones over the mean of the earlier ones. */
  readonly ratio: number;
  /** How often delays that grow, with chance in them, look like these. */
  readonly p: number;
  /** More of them are worth another day. */
  readonly isSuspicious: boolean;
}

/** Later delays are in the mean at least so many times the earlier ones. */
const GROWTH = 1.3;
/** A mean under so many ms is no delay. */
const NO_DELAY = 50;
/** Statistics on fewer samples say nothing. */
const FEWEST = 5;
/** Of a long chain the beginning counts: a bound ends the growth, and may. */
const LONGEST = 6;
/** So many are drawn, and all of them only where the first ones leave a doubt. */
const DRAWS = { first: 5000, all: 1_200_000 };
const FEW = 5;
/** Two questions, of all requests and of two sorts of them. */
const LOOKS = 6;
/** Delays that are looked at in all, the first of the chains. */
const MOST = 60;
/** What is so implausible is worth another day, and so are a few that do not grow: of fewer than many it takes less. */
const DOUBTFUL = 0.01;
const FEW_DOUBTFUL = 0.3;
const MANY = 24;

/**
 * @param chains the delays in ms of each chain of tries.
 * @param isInterim the days go on: how many delays there are is all that is asked.
 */
export function growthOf(chains: readonly (readonly number[])[], isInterim = false): Growth {
  const long = upTo(
    chains.filter(({ length }) => length >= 2).map((chain) => chain.slice(0, LONGEST)),
    MOST,
  );
  const all = long.flat();
  const n = all.length;
  const ratio = ratioOf(long);
  const plain = { n, ratio, p: 1, isSuspicious: false };
  if (n === 0) return { ...plain, kind: 'too few', n: chains.flat().length };
  const isNothing = mean(all) < NO_DELAY;
  if (isNothing && (n >= FEWEST || Math.max(...all) < NO_DELAY / 2)) return { ...plain, kind: 'none', p: 0 };
  const grow = ratio >= GROWTH || long.every(reachesBound);
  if (n < FEWEST) return { ...plain, kind: 'too few', isSuspicious: !grow };
  if (grow) return { ...plain, kind: 'grow' };
  const p = isInterim ? 1 : plausibility(long, ratio);
  const isSuspicious = p < (n < MANY ? FEW_DOUBTFUL : DOUBTFUL);
  return { kind: isBeyondChance(p) ? 'do not grow' : 'unclear', n, ratio, p, isSuspicious };
}

/** The first chains with no more than so many delays. */
function upTo(chains: readonly (readonly number[])[], most: number): readonly (readonly number[])[] {
  let left = most;
  return chains.filter(({ length }) => (left -= length) >= 0);
}

/** Mean of the later halves over the mean of the earlier ones; of an odd number the middle one is left out. */
function ratioOf(chains: readonly (readonly number[])[]): number {
  let earlier = 0;
  let later = 0;
  for (const chain of chains) {
    const half = Math.floor(chain.length / 2);
    for (let at = 0; at < half; at++) {
      earlier += chain[at] ?? 0;
      later += chain[chain.length - 1 - at] ?? 0;
    }
  }
  if (earlier === 0) return later === 0 ? 1 : Number.POSITIVE_INFINITY;
  return later / earlier;
}

/** The first delay is short and the others are alike: the bound has been reached at once. */
function reachesBound([first = 0, ...others]: readonly number[]): boolean {
  const rest = others.toSorted((a, b) => a - b);
  const middle = rest[Math.floor(rest.length / 2)] ?? 0;
  return others.length > 0 && GROWTH * first <= middle;
}

/** How likely right clients grow as little as these, or have delays that are as much alike, in any of three parts. */
function plausibility(chains: readonly (readonly number[])[], ratio: number): number {
  return Math.min(1, LOOKS * Math.min(chanceOfLittle(chains, ratio), chanceOfAlike(chains)));
}

/** How often growing delays grow as little: those that double under full jitter, or those of decorrelated jitter. */
function chanceOfLittle(chains: readonly (readonly number[])[], ratio: number): number {
  const all = chains.flat();
  const bound = Math.max(...all) / Math.max(1, Math.min(...all));
  const doubling = chanceOfRatio(chains, ratio, (at, _, fraction) => 2 ** at * fraction);
  if (doubling * LOOKS > DOUBTFUL) return doubling;
  // Drawn between the least and three times the last one, up to a bound.
  const next = (_: number, before: number, fraction: number): number =>
    Math.min(bound, 1 + (3 * before - 1) * fraction);
  return Math.max(doubling, chanceOfRatio(chains, ratio, next));
}

/** @param next the delay at a place, after the one before it. */
function chanceOfRatio(
  chains: readonly (readonly number[])[],
  ratio: number,
  next: (at: number, before: number, fraction: number) => number,
): number {
  let state = createRandom(1).stream('growth').integer(1, 0x7fff_ffff);
  // A fast generator: there are millions of draws.
  const fraction = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const drawn = chains.map(({ length }) => Array.from({ length }, () => 0));
  let little = 0;
  let draw = 0;
  for (; draw < (little > FEW ? DRAWS.first : DRAWS.all); draw++) {
    for (const chain of drawn) {
      let before = 1;
      for (let at = 0; at < chain.length; at++) chain[at] = before = next(at, before, fraction());
    }
    if (ratioOf(drawn) <= ratio) little++;
  }
  return (little + 1) / (draw + 1);
}

/**
 * How far a delay and the next one differ at most to be alike, and how often growing delays are, at most: that is where
 * each is drawn between the least and three times the last one.
 */
const ALIKE = [
  { within: 1.01, byChance: 0.015 },
  { within: 1.03, byChance: 0.04 },
  { within: 1.1, byChance: 0.1 },
  { within: 1.25, byChance: 0.25 },
  { within: 1.6, byChance: 0.5 },
];

/** How often as many delays are like the ones before them, where they have not grown to a bound. */
function chanceOfAlike(chains: readonly (readonly number[])[]): number {
  const firsts = chains.flatMap(([first]) => first ?? []).toSorted((a, b) => a - b);
  // A chain that begins late may begin at the bound; of many, a few that are short by accident do not count.
  const base = firsts[Math.floor(firsts.length / 10)] ?? 0;
  const pairs = chains.flatMap((chain) =>
    chain.slice(1).flatMap((next, at) => {
      const before = chain[at] ?? 0;
      return before > GROWTH * base ? [] : [Math.max(next, before) / Math.max(1, Math.min(next, before))];
    }),
  );
  const chances = ALIKE.map(({ within, byChance }) =>
    chanceOfMany(pairs.filter((each) => each <= within).length, pairs.length, byChance),
  );
  return Math.min(1, ALIKE.length * Math.min(...chances));
}

function mean(list: readonly number[]): number {
  return list.reduce((total, each) => total + each, 0) / Math.max(1, list.length);
}
