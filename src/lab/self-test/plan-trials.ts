// Which trials there are: the usual service, also in each dialect of the gallery, each defect, each variant, and
// pairs of variants drawn by chance.
import { didYouMean } from '../../kernel/did-you-mean.js';
import { matches } from '../../pattern/glob.js';
import { createRandom, type RandomStream } from '../../kernel/random.js';
import { type Result, refuseInput } from '../../document/diagnostic.js';
import type { Trial, TrialKind } from './trial.js';

export interface Subjects {
  readonly defects: readonly string[];
  readonly variants: readonly string[];
  /** Variants that have a dialect: no service has two. */
  readonly dialects: readonly string[];
  /** The dialects of the gallery. */
  readonly gallery: readonly string[];
}

/** The `index`-th of `count` parts, from 1. */
export interface TrialShard {
  readonly index: number;
  readonly count: number;
}

export interface TrialSelection {
  readonly seed: number;
  readonly pairs: number;
  /** Ids of trials or globs over them; none given: all. */
  readonly only?: readonly string[];
  /** Of the trials that are left the k-th of n parts: one of n in a row. */
  readonly shard?: TrialShard;
}

/** One of `count` in a row, or all where there is no shard. */
export function trialsOfShard<T>(trials: readonly T[], shard: TrialShard | undefined): T[] {
  return trials.filter((_, at) => shard === undefined || at % shard.count === shard.index - 1);
}

const USUAL = 'usual';

export function planTrials(
  subjects: Subjects,
  { seed, pairs, only, shard }: TrialSelection,
): Result<Trial[]> {
  const { defects, variants, gallery } = subjects;
  const single = (kind: TrialKind, id: string): Trial => ({
    id,
    kind,
    defects: kind === 'defect' ? [id] : [],
    variants: kind === 'variant' ? [id] : [],
    ...(kind === 'dialect' ? { dialect: id } : {}),
    seed,
  });
  const paired = (names: readonly string[]): Trial => {
    return { id: names.join('+'), kind: 'pair', defects: [], variants: names, seed };
  };
  const all = [
    single('usual', USUAL),
    ...defects.map((id) => single('defect', id)),
    ...variants.map((id) => single('variant', id)),
    ...gallery.map((id) => single('dialect', id)),
    ...drawPairs(subjects, pairs, createRandom(seed).stream('pairs of variants')).map(paired),
  ];
  if (only === undefined) return { ok: true, value: trialsOfShard(all, shard) };
  // A pair can be asked for whether it has been drawn or not.
  const asked = only.map((id) => id.split('+')).filter((names) => isPair(names, subjects));
  const known = [...all, ...asked.map(paired).filter(({ id }) => all.every((each) => each.id !== id))];
  const missed = only.find((pattern) => !known.some(({ id }) => matches(pattern, id)));
  if (missed === undefined) {
    return {
      ok: true,
      value: trialsOfShard(
        known.filter(({ id }) => only.some((pattern) => matches(pattern, id))),
        shard,
      ),
    };
  }
  const names = [USUAL, ...defects, ...variants, ...gallery];
  const hint = 'Trials go by the ids that conform list shows for defects, variants and dialects.';
  return refuseInput(`there is no trial "${missed}"`, didYouMean(missed, names, hint) ?? hint);
}

function isPair(names: readonly string[], { variants }: Subjects): boolean {
  return names.length === 2 && names[0] !== names[1] && names.every((name) => variants.includes(name));
}

/** Pairs without repetition, of the `count` first in an order by chance. */
function drawPairs({ variants, dialects }: Subjects, count: number, random: RandomStream): string[][] {
  const all = variants.flatMap((one, at) => variants.slice(at + 1).map((other) => [one, other]));
  const possible = all.filter((names) => !names.every((name) => dialects.includes(name)));
  const drawn: string[][] = [];
  while (drawn.length < count && possible.length > 0)
    drawn.push(...possible.splice(random.integer(0, possible.length - 1), 1));
  return drawn;
}
