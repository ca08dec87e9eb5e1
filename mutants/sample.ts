// Which mutants are tried: those of some files, or some of all by chance.
import { createRandom } from '../src/kernel/random.js';
import { matches } from '../src/pattern/glob.js';
import type { Mutant } from './mutant.js';

export interface Choice {
  readonly seed: number;
  readonly sample: number | undefined;
  /** Globs over their files. */
  readonly only: readonly string[];
}

/** In the order of the files. A larger sample of the same seed has the smaller one in it. */
export function chosen(mutants: readonly Mutant[], { seed, sample, only }: Choice): Mutant[] {
  const meant = mutants.filter(({ file }) => only.length === 0 || only.some((glob) => matches(glob, file)));
  if (sample === undefined) return meant;
  const random = createRandom(seed).stream('sample of mutants');
  const left = [...meant];
  const drawn = new Set<Mutant>();
  while (drawn.size < sample && left.length > 0) {
    for (const mutant of left.splice(random.integer(0, left.length - 1), 1)) drawn.add(mutant);
  }
  return meant.filter((mutant) => drawn.has(mutant));
}
