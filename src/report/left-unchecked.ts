// The rules that a run left unchecked on purpose: because it was not to switch, or not to change, anything.
import type { RunResult } from '../harness/verdict/verdict.js';
import { reportByRule } from './by-rule.js';

export interface LeftUnchecked {
  /** `--no-actuate`, `--read-only` */
  readonly option: string;
  /** Ids of rules of which nothing was checked. */
  readonly rules: readonly string[];
  /** Ids of rules of which some checks were left out, and others were not. */
  readonly inPart: readonly string[];
}

/** Undefined where the run left nothing out. */
export function leftUncheckedIn(result: Pick<RunResult, 'checks' | 'leftOut'>): LeftUnchecked | undefined {
  const { leftOut } = result;
  if (!leftOut) return undefined;
  const left = reportByRule(result).filter(({ checks }) =>
    checks.some(({ check }) => check.verdict === 'skipped' && check.reason?.includes(leftOut.reason)),
  );
  const idsOf = (whole: boolean): string[] =>
    left.filter(({ verdict }) => (verdict === 'skipped') === whole).map(({ rule }) => rule.id);
  return { option: leftOut.option, rules: idsOf(true), inPart: idsOf(false) };
}
