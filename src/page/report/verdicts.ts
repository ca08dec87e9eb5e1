// Verdicts in the order in which a report shows them: what needs somebody comes first.
import type { CheckModel } from '../../report/html/report-model.js';

export type VerdictName = CheckModel['verdict'];

export const WORST_FIRST: readonly VerdictName[] = [
  'error',
  'fail',
  'warn',
  'inconclusive',
  'waived',
  'known',
  'skipped',
  'not checked',
  'pass',
];

/** In words; what breaks something is in capitals, so that it is seen without colour too. */
export function verdictLabel(verdict: VerdictName): string {
  return verdict === 'fail' || verdict === 'error' ? verdict.toUpperCase() : verdict;
}

export const className = (verdict: VerdictName): string => verdict.replace(' ', '-');

export function countBy(all: readonly { readonly verdict: VerdictName }[]): Map<VerdictName, number> {
  const counts = new Map<VerdictName, number>();
  for (const verdict of WORST_FIRST) {
    const count = all.filter((each) => each.verdict === verdict).length;
    if (count > 0) counts.set(verdict, count);
  }
  return counts;
}
