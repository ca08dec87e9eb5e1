// What a step of a check has compared: its own exchange, and the earlier ones that it refers to.
import type { TraceRecord } from '../../trace/record.js';
import type { CheckResult, Finding, Silence } from '../verdict/verdict.js';
import type { TraceUnit } from './units.js';

/** Of a burst that a step counts, the first and the last ones stand for all. */
const MOST_UNITS = 12;

export function stepUnits(
  finding: Finding,
  { trace }: Pick<CheckResult, 'trace'>,
  units: readonly TraceUnit[],
): readonly TraceUnit[] {
  const own = new Set([...finding.exchanges, ...(finding.refersTo ?? [])]);
  const frames = new Set(finding.frames);
  const named = units.filter(
    ({ exchange, seq }) =>
      (exchange !== undefined && own.has(exchange)) || (seq !== undefined && frames.has(seq)),
  );
  if (named.length === 0 && finding.silence) return causeOf(finding.silence, trace, units);
  if (named.length === 0) return withinStep(finding, trace, units);
  const chosen = new Set([...named, ...sameKey(named, units), ...atWork(finding, named, units)]);
  const all = units.filter((unit) => chosen.has(unit));
  const half = MOST_UNITS / 2;
  return all.length <= MOST_UNITS ? all : [...all.slice(0, half), ...all.slice(-half)];
}

/** What was done last before it was listened, and the connections on which it was. */
function causeOf(
  { from, on }: Silence,
  trace: readonly TraceRecord[],
  units: readonly TraceUnit[],
): readonly TraceUnit[] {
  const cause = units.findLast(({ records: [record] }) => {
    const isDone = record?.kind === 'stimulus' || record?.kind === 'request';
    return isDone && record.at <= from;
  });
  const listening = trace.filter((record) => record.kind === 'connection' && on.includes(record.connection));
  return [...listening.map((record): TraceUnit => ({ records: [record] })), ...(cause ? [cause] : [])];
}

/** A step that names no exchange has looked at a connection, or at what came on one. */
function withinStep(
  { where }: Finding,
  trace: readonly TraceRecord[],
  units: readonly TraceUnit[],
): readonly TraceUnit[] {
  const from = trace.findLastIndex((record) => record.kind === 'step' && record.step === where);
  if (from < 0) return [];
  const next = trace.findIndex((record, at) => at > from && record.kind === 'step');
  const during = new Set(trace.slice(from + 1, next < 0 ? undefined : next));
  const own = units.filter((unit) => unit.records.some((record) => during.has(record)));
  const connections = [...during].filter((record) => record.kind === 'connection');
  return [...own.slice(0, MOST_UNITS), ...connections.map((record): TraceUnit => ({ records: [record] }))];
}

/** Earlier requests under the key of one of these. */
function sameKey(named: readonly TraceUnit[], units: readonly TraceUnit[]): readonly TraceUnit[] {
  const keyOf = ({ records: [record] }: TraceUnit): string | undefined =>
    record?.kind === 'request' ? record.idempotencyKey : undefined;
  const keys = new Set(named.flatMap((unit) => keyOf(unit) ?? []));
  const last = Math.max(...named.map(({ exchange = -1 }) => exchange));
  return units.filter((unit) => keys.has(keyOf(unit) ?? '') && (unit.exchange ?? 0) <= last);
}

const MOST_AT_WORK = 2;

/** Of what is said of a busy device: what kept it busy. */
function atWork(
  { rule }: Finding,
  named: readonly TraceUnit[],
  units: readonly TraceUnit[],
): readonly TraceUnit[] {
  if (!rule.startsWith('busy.')) return [];
  return units
    .filter(
      (unit) =>
        unit.exchange !== undefined &&
        !named.includes(unit) &&
        named.some((each) => each.deviceId === unit.deviceId && overlap(each, unit)),
    )
    .slice(0, MOST_AT_WORK);
}

function overlap({ records: one }: TraceUnit, { records: other }: TraceUnit): boolean {
  const [from, to] = [one[0]?.at ?? 0, one.at(-1)?.at ?? 0];
  return (other[0]?.at ?? 0) <= to && (other.at(-1)?.at ?? 0) >= from;
}
