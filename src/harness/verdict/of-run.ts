// What a run has found of its target as a whole, as a check of its own: no selection of checks repeats it.
import type { TraceRecord } from '../../trace/record.js';
import { type CheckResult, type Finding, worstOf } from './verdict.js';

export interface RunCheck {
  readonly id: string;
  readonly title: string;
  /** Why it is looked at this way. */
  readonly about: string;
}

export interface RunSpan {
  /** Clock time in ms. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly trace?: readonly TraceRecord[];
}

/** @param findings one at least. */
export function resultOfRun(
  check: RunCheck,
  findings: readonly Finding[],
  { startedAt, endedAt, trace = [] }: RunSpan,
): CheckResult {
  return {
    ...check,
    area: 'target',
    rules: [...new Set(findings.map(({ rule }) => rule))],
    verdict: worstOf(findings.map(({ verdict }) => verdict)) ?? 'fail',
    findings,
    attempts: 1,
    startedAt,
    endedAt,
    trace,
    ofRun: true,
  };
}
