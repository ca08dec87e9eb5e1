// Which mutants are tried: those of some files, or some of all by chance.
import { createHash } from 'node:crypto';
import { matches } from '../../src/pattern/glob.js';
import type { Mutant } from './mutant.js';

export interface Choice {
  readonly seed: number;
  readonly sample: number | undefined;
  /** Globs over their files. */
  readonly only: readonly string[];
  /** Ids; none: all. */
  readonly mutants: readonly string[];
}

/**
 * In the order of the files. A larger sample of the same seed has the smaller one in it, and what changes in one place
 * of the code changes little of the sample.
 */
export function chosen(all: readonly Mutant[], { seed, sample, only, mutants: ids }: Choice): Mutant[] {
  const meant = all.filter(
    ({ file, id }) =>
      (only.length === 0 || only.some((glob) => matches(glob, file))) &&
      (ids.length === 0 || ids.includes(id)),
  );
  if (sample === undefined) return meant;
  const lots = new Map(meant.map((mutant) => [mutant, lotOf(seed, mutant)]));
  const drawn = new Set(
    meant.toSorted((a, b) => ((lots.get(a) ?? '') < (lots.get(b) ?? '') ? -1 : 1)).slice(0, sample),
  );
  return meant.filter((mutant) => drawn.has(mutant));
}

function lotOf(seed: number, { id }: Mutant): string {
  return createHash('sha256').update(`${seed} ${id}`).digest('hex');
}
