// The words for verdicts, the same in every report.
import type { Verdict } from '../harness/verdict/verdict.js';
import type { Paint } from './paint.js';

/** What became of a rule: a verdict, or no check that could have given one. */
export type RuleVerdict = Verdict | 'not checked';

/** In the order in which reports count them. */
export const COUNTED_VERDICTS = [
  'pass',
  'fail',
  'warn',
  'waived',
  'known',
  'inconclusive',
  'skipped',
  'error',
] as const satisfies readonly Verdict[];

/** Past tense, for counts: `3 passed, 1 failed`. */
const COUNT_WORDS: Readonly<Record<RuleVerdict, string>> = {
  pass: 'passed',
  fail: 'failed',
  warn: 'with a warning',
  waived: 'waived',
  known: 'known',
  inconclusive: 'inconclusive',
  skipped: 'skipped',
  error: 'in error',
  'not checked': 'not checked',
};

/** `3 passed, 1 failed`: what does not occur is not named. */
export function countWords<V extends RuleVerdict>(verdicts: readonly V[], order: readonly V[]): string {
  const parts = order.flatMap((verdict) => {
    const count = verdicts.filter((each) => each === verdict).length;
    return count === 0 ? [] : [`${count} ${COUNT_WORDS[verdict]}`];
  });
  return parts.length === 0 ? 'none' : parts.join(', ');
}

/** What breaks something is in capitals, so that it is seen without colour too. */
export function verdictWord(verdict: RuleVerdict): string {
  return verdict === 'fail' || verdict === 'error' ? verdict.toUpperCase() : verdict;
}

export function paintVerdict(verdict: RuleVerdict, text: string, paint: Paint): string {
  switch (verdict) {
    case 'pass':
      return paint.good(text);
    case 'fail':
    case 'error':
      return paint.bad(text);
    case 'warn':
    case 'waived':
    case 'known':
    case 'inconclusive':
      return paint.doubtful(text);
    case 'skipped':
    case 'not checked':
      return paint.quiet(text);
  }
}
