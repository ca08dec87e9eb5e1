// The result of a check that was never begun, with the reason for it.
import type { CheckResult } from './verdict.js';

type Described = Pick<CheckResult, 'id' | 'title' | 'area' | 'rules' | 'place'>;

/** @param at clock time in ms. */
export function notRun(
  check: Described,
  verdict: 'skipped' | 'inconclusive',
  reason: string,
  at: number,
): CheckResult {
  return {
    ...check,
    verdict,
    reason,
    findings: [],
    attempts: 0,
    startedAt: at,
    endedAt: at,
    trace: [],
  };
}
