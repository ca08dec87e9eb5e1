// The part of a trace that a report keeps: all of it where it is small, else what the findings speak of, what led up to
// it, and of the rest the last records. How many are left out is always said.
import type { CheckResult } from '../harness/verdict/verdict.js';
import type { TraceRecord } from '../trace/record.js';
import { leadUp } from './lead-up.js';

export interface BoundedTrace {
  readonly records: readonly TraceRecord[];
  readonly leftOut: number;
}

/** In characters of JSON: of all checks of a report together, and of one check at most and at least. */
const WHOLE_REPORT = 2_000_000;
const MOST_OF_CHECK = 60_000;
const LEAST_OF_CHECK = 4000;

/** @param sharing how many checks of the report have a trace. */
export function roomForTrace(sharing: number): number {
  return Math.max(LEAST_OF_CHECK, Math.min(MOST_OF_CHECK, Math.floor(WHOLE_REPORT / Math.max(1, sharing))));
}

/** @param room in characters of JSON. */
export function boundedTrace(check: CheckResult, room: number): BoundedTrace {
  const { trace } = check;
  const sizes = trace.map((record) => JSON.stringify(record).length);
  const spokenOf = exchangesSpokenOf(check);
  const isSpokenOf = (record: TraceRecord): boolean =>
    'exchange' in record ? spokenOf.has(record.exchange) : record.kind === 'step';
  const kept = new Set<number>();
  let left = room;
  const keep = (at: number): void => {
    const size = sizes[at] ?? 0;
    if (kept.has(at) || size > left) return;
    kept.add(at);
    left -= size;
  };
  for (const [at, record] of trace.entries()) if (isSpokenOf(record)) keep(at);
  for (let at = trace.length - 1; at >= 0; at--) keep(at);
  return { records: trace.filter((_, at) => kept.has(at)), leftOut: trace.length - kept.size };
}

function exchangesSpokenOf(check: CheckResult): ReadonlySet<number> {
  const against = check.findings.filter(({ verdict }) => verdict !== 'pass');
  return new Set(
    against.flatMap((finding) => [...finding.exchanges, ...leadUp(check, finding).map(({ id }) => id)]),
  );
}
