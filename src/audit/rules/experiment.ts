// Compares what a client did after treated occasions with what it did after untreated ones of the same kind. Which
// ones are treated is drawn by the day, so that the exact permutation test says what chance could have done.
import { defined } from '../../kernel/defined.js';
import { groupBy } from '../../kernel/group-by.js';
import { type Found, verdict } from './breach.js';
import type { TestedChance, ClientBreach, Ruling } from './ruling.js';

export interface Occasion {
  /** Only occasions of one kind are compared. */
  readonly kind: string;
  readonly treated: boolean;
  /** How often what is forbidden followed. */
  readonly score: number;
  /** What was done on it, also where nothing forbidden was. */
  readonly how: ClientBreach;
}

/** What all rules of an audit together may leave to chance, in one audit of ten thousand. */
const AUDIT = 0.0001;
/** Tests in an audit: the rules that rest on one, and their looks at days that were lived again. */
const TESTS = 20;

/** Whether chance can be left out of account, whatever else is tested in the same audit. */
export function isBeyondChance(p: number): boolean {
  return p * TESTS < AUDIT;
}

/** A client that reacts most of the times only, or a coincidence on the other side, must leave enough to tell. */
const MARGIN = 50;
/** What is rarer deserves more occasions before anything is said. */
export const SUSPICIOUS = 0.02;
/** Where there are too few occasions for a verdict: nobody can tell yet. */
const PROMISING = 0.1;
/** A score says no more beyond that, and more occasions of one kind are not needed. */
const HIGHEST = 4;
const MOST = 200;

/** @param occasions of all kinds; what follows from kinds with one arm only is nothing. */
export function chanceOf(occasions: readonly Occasion[]): TestedChance {
  let sums: readonly number[] = [1];
  let seen = 0;
  let best = 1;
  for (const same of kindsOf(occasions)) {
    const scores = same.map(({ score }) => Math.min(HIGHEST, score));
    const treated = same.filter((each) => each.treated).length;
    seen += scores.reduce<number>((total, score, at) => total + (same[at]?.treated ? score : 0), 0);
    sums = convolved(sums, sumsOf(scores, treated));
    best /= ways(same.length, treated);
  }
  const from = (least: number): number =>
    Math.min(
      1,
      sums.slice(least).reduce((total, each) => total + each, 0),
    );
  return { p: from(seen), above: from(seen + 1), best };
}

function kindsOf(occasions: readonly Occasion[]): readonly (readonly Occasion[])[] {
  const kinds = [...groupBy(occasions, ({ kind }) => kind).values()].map((same) => same.slice(0, MOST));
  return kinds.filter((same) => new Set(same.map(({ treated }) => treated)).size > 1);
}

/** How likely each sum of scores is for `size` of them that are drawn. */
function sumsOf(scores: readonly number[], size: number): readonly number[] {
  const highest = scores.reduce((total, each) => total + each, 0);
  const counts = Array.from({ length: size + 1 }, () => new Float64Array(highest + 1));
  const [none] = counts;
  if (none) none[0] = 1;
  for (const score of scores) {
    for (let taken = size; taken > 0; taken--) {
      const [fewer, own] = [counts[taken - 1], counts[taken]];
      if (!fewer || !own) continue;
      for (let sum = highest; sum >= score; sum--) own[sum] = (own[sum] ?? 0) + (fewer[sum - score] ?? 0);
    }
  }
  const all = ways(scores.length, size);
  return [...(counts[size] ?? [])].map((count) => count / all);
}

function ways(of: number, size: number): number {
  let count = 1;
  for (let at = 1; at <= size; at++) count = (count * (of - size + at)) / at;
  return count;
}

function convolved(a: readonly number[], b: readonly number[]): readonly number[] {
  const sums = Array.from({ length: a.length + b.length - 1 }, () => 0);
  a.forEach((one, i) => b.forEach((other, j) => (sums[i + j] = (sums[i + j] ?? 0) + one * other)));
  return sums;
}

export interface Experiment extends Pick<Found, 'needs' | 'n'> {
  readonly occasions: readonly Occasion[];
  /** What treated and untreated occasions are called: "copies", "events that came once". */
  readonly names: readonly [treated: string, untreated: string];
  /** What the client did on a day on which nothing was drawn, it does as often where nothing is staged. */
  readonly isUsual?: boolean;
  /** What may be a breach, whatever chance says, and why. */
  readonly doubts?: readonly ClientBreach[];
  readonly why?: string;
  /** How many tests of one rule this is one of. */
  readonly looks?: number;
}

/**
 * Who reacts to one sort of what was staged and not to the others is found where that one is looked at by itself.
 * @param rare parts that no day goes on for: there are never many of them.
 */
export function ruleOnParts(
  whole: Experiment,
  parts: readonly (readonly Occasion[])[],
  rare: readonly (readonly Occasion[])[] = [],
): Ruling {
  const looks = 1 + parts.length + rare.length;
  // What was never staged is not waited for.
  const staged = parts.filter((part) => armOf(part, true).length > 0);
  const all = ruleOn({ ...whole, looks });
  const ofPart = (occasions: readonly Occasion[]): Ruling => ruleOn({ ...whole, occasions, looks });
  const ofParts = staged.map(ofPart);
  const lacks = all.lacks ?? ofParts.find((each) => each.lacks !== undefined)?.lacks;
  const awaited = lacks === undefined || all.kind === 'broken' ? all : { ...all, lacks };
  return worstPart(awaited, [...ofParts, ...rare.map(ofPart)]);
}

/** What is found of a part is found. */
export function worstPart(all: Ruling, parts: readonly Ruling[]): Ruling {
  const rulings = [all, ...parts];
  const isSuspicious = (each: Ruling): boolean => each.kind === 'undecided' && each.isSuspicious === true;
  return rulings.find(({ kind }) => kind === 'broken') ?? rulings.find(isSuspicious) ?? all;
}

/** A reaction is a breach where treated occasions differ from untreated ones by more than chance. */
export function ruleOn(experiment: Experiment): Ruling {
  const { occasions, names, n, needs, isUsual, doubts = [], why, looks = 1 } = experiment;
  const chance = chanceOf(occasions);
  const followed = occasions.filter(({ treated, score }) => treated && score > 0);
  const numbers = `${partOf(occasions, true)} ${names[0]}, ${partOf(occasions, false)} ${names[1]}; ${pWords(chance.p)}`;
  const seen = followed.map((each, at): ClientBreach => ({
    ...each.how,
    // Once is enough to see it.
    ...(at === 0 && besideOther(each, occasions)),
    right: `${each.how.right} (it followed ${numbers})`,
  }));
  if (isBeyondChance(looks * chance.p)) return { kind: 'broken', n, breaches: seen, chance };
  const isEnough = isBeyondChance(MARGIN * chance.best);
  const lacks = isEnough ? undefined : `more occasions to compare: so far ${numbersOf(occasions, names)}`;
  const tested = defined({ chance, lacks });
  const isMore = !isUsual && rateOf(armOf(occasions, true)) > rateOf(armOf(occasions, false));
  if (chance.p < SUSPICIOUS || (isMore && !isEnough)) {
    const close = `it followed ${numbers}: p < ${(AUDIT / TESTS / looks).toFixed(6)} would rule out chance`;
    const isSuspicious = chance.p < (isEnough ? SUSPICIOUS : PROMISING);
    return { kind: 'undecided', n, why: close, seen, isSuspicious, ...tested };
  }
  return { ...verdict(defined({ n, breaches: [], doubts, needs, why })), ...tested };
}

/** What was done on an occasion, and on the nearest untreated one of its kind: who reads both sees what the fault did. */
function besideOther({ kind, how }: Occasion, occasions: readonly Occasion[]): Partial<ClientBreach> {
  const others = occasions.filter((each) => each.kind === kind && !each.treated && each.score === 0);
  const away = ({ how: { at } }: Occasion): number => Math.abs(at - how.at);
  const [nearest] = others.toSorted((a, b) => away(a) - away(b));
  return nearest ? { done: `${how.done}; otherwise: ${nearest.how.done}`, beside: nearest.how } : {};
}

function armOf(occasions: readonly Occasion[], treated: boolean): readonly Occasion[] {
  return occasions.filter((each) => each.treated === treated);
}

/** On which part of the occasions what is forbidden followed. */
export function rateOf(occasions: readonly Occasion[]): number {
  return occasions.filter(({ score }) => score > 0).length / Math.max(1, occasions.length);
}

function partOf(occasions: readonly Occasion[], treated: boolean): string {
  const arm = armOf(occasions, treated);
  return `${arm.filter(({ score }) => score > 0).length} of ${arm.length}`;
}

function numbersOf(occasions: readonly Occasion[], names: Experiment['names']): string {
  return `${armOf(occasions, true).length} ${names[0]} and ${armOf(occasions, false).length} ${names[1]}`;
}

/** `p = 0.0004`, or `p < 0.000001`. */
export function pWords(p: number): string {
  return p < 1e-6 ? 'p < 0.000001' : `p = ${Number(Number(p.toPrecision(2)).toFixed(7))}`;
}

/** The probability of so many or more of `all`, each of which comes by chance with this probability. */
export function chanceOfMany(many: number, all: number, byChance: number): number {
  let probability = 0;
  for (let count = many; count <= all; count++)
    probability += ways(all, count) * byChance ** count * (1 - byChance) ** (all - count);
  return Math.min(1, probability);
}
