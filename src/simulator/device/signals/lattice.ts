// Numbers by chance that belong to moments: the ground on which noise and random walks stand.
import { fractionAt } from '../../../kernel/random.js';
import type { SignalSource } from './signal.js';

/** Places between two lanes: more than any elapsed time has. */
const LANE = 2 ** 44;

/** The deviation of a place of the lattice, -1 to 1: the same each time one looks. */
export function deviationAt({ seed, label }: SignalSource, place: number): number {
  return fractionAt(seed, label, place) * 2 - 1;
}

/** The straight line between the deviations of the two places around `position`; each lane has its own. */
export function slopeAt(source: SignalSource, lane: number, position: number): number {
  const place = Math.floor(position);
  const from = deviationAt(source, lane * LANE + place);
  return from + (deviationAt(source, lane * LANE + place + 1) - from) * (position - place);
}
