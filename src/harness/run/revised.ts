// Verdicts that were told while the run went on, and are others once all checks have ended.
import type { CheckResult } from '../verdict/verdict.js';
import type { OnProgress } from './progress.js';

/** The results, those of such checks with what was told earlier in their reasons. They are told as progress, too. */
export function withRevisions(
  results: readonly CheckResult[],
  told: readonly CheckResult[],
  { onProgress, at }: { readonly onProgress: OnProgress; readonly at: number },
): readonly CheckResult[] {
  const before = new Map(told.map((each) => [each.id, each]));
  return results.map((result) => {
    const earlier = before.get(result.id);
    if (earlier === undefined || earlier.verdict === result.verdict) return result;
    const words = `while the run went on, its verdict was ${earlier.verdict}`;
    const reason = result.reason === undefined ? words : `${result.reason}; ${words}`;
    const revised = { ...result, reason };
    onProgress({ kind: 'verdict-revised', at, result: revised, from: earlier.verdict });
    return revised;
  });
}
