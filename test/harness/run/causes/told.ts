// Results of checks with what was asked and answered in them, written by hand, for the tests of wide faults.
import type { RuleId } from '../../../../src/contract/rules/catalogue.js';
import type { CheckResult } from '../../../../src/harness/verdict/verdict.js';
import type { ReplyRecord, RequestRecord, TraceEntry, TraceRecord } from '../../../../src/trace/record.js';
import type { RunEvidence } from '../../../../src/harness/run/causes/cause.js';
import { check, finding } from '../../../report/run-results.js';

export const NO_EVIDENCE: RunEvidence = {
  undelivered: [],
  unanswered: [],
  heard: new Set(),
  neverSeen: undefined,
};

function counter(): () => number {
  let count = 0;
  return () => ++count;
}
const nextExchange = counter();

/** A request and its reply. */
export function asked(
  request: Partial<RequestRecord>,
  reply: Partial<ReplyRecord>,
): readonly [RequestRecord, ReplyRecord] {
  const exchange = nextExchange();
  const common = { exchange, channel: 'rest' } as const;
  return [
    { kind: 'request', what: 'devices.list', seq: 0, at: 0, ...common, ...request } as RequestRecord,
    { kind: 'reply', code: 'SUCCESS', status: 200, seq: 0, at: 0, ...common, ...reply } as ReplyRecord,
  ];
}

/** @param apart ms between records. */
export function traced(entries: readonly TraceEntry[], apart = 100): readonly TraceRecord[] {
  return entries.map((entry, at): TraceRecord => ({ ...entry, seq: at, at: at * apart }));
}

/** Checks of one exchange each; those with a rule have failed for it in the step that asked. */
export function checks(
  times: number,
  one: (at: number) => readonly TraceEntry[],
  rule?: RuleId,
): readonly CheckResult[] {
  return Array.from({ length: times }, (_, at) => {
    const trace = traced(one(at));
    const last = trace.findLast((record) => record.kind === 'request');
    const exchange = last?.kind === 'request' ? [last.exchange] : [];
    const findings = rule === undefined ? [] : [finding(rule, { exchanges: exchange })];
    return check(`a/${rule ?? 'passed'}-${at}`, { verdict: rule ? 'fail' : 'pass', findings, trace });
  });
}

/** Rules that are still broken, each once, and how many checks could not be decided. */
export function named(results: readonly CheckResult[]): {
  readonly rules: readonly string[];
  readonly undecided: number;
} {
  const broken = results.flatMap(({ findings }) =>
    findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ rule }) => rule),
  );
  const undecided = results.filter(({ verdict }) => verdict === 'inconclusive').length;
  return { rules: [...new Set(broken)], undecided };
}
