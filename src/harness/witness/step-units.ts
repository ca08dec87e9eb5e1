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
  if (finding.exchanges.length === 0 && frames.size === 0 && !finding.silence)
    return [...named, ...withinStep(finding, trace, units)];
  const beside = finding.silence ? heardInstead(finding.silence, trace, units) : [];
  const before = ledUpTo(finding, named, trace, units);
  const chosen = new Set([...named, ...sameKey(named, units), ...before, ...beside]);
  const all = units.filter((unit) => chosen.has(unit));
  const half = MOST_UNITS / 2;
  return all.length <= MOST_UNITS ? all : [...all.slice(0, half), ...all.slice(-half)];
}

/** Rules of what earlier requests have left behind. */
const RESTS_ON_EARLIER =
  /^(?:idempotency|relay|rs485|refresh|limits|busy|events|commands|devices\.detail|ws\.state)/;
const MOST_BEFORE = 4;
const MOST_HEARD = 3;

/** What was done last to the same device in the same attempt, before the step found what it found. */
function ledUpTo(
  { rule, where, exchanges }: Finding,
  named: readonly TraceUnit[],
  trace: readonly TraceRecord[],
  units: readonly TraceUnit[],
): readonly TraceUnit[] {
  if (!RESTS_ON_EARLIER.test(rule)) return [];
  const step = trace.findLast((record) => record.kind === 'step' && record.step === where);
  const first = trace.find(
    (record) => record.kind === 'step' && step?.kind === 'step' && record.attempt === step.attempt,
  );
  const last = units.findLast(({ exchange }) => exchange !== undefined && exchanges.includes(exchange));
  const until = last?.records[0]?.seq ?? step?.seq ?? 0;
  const devices = new Set(named.flatMap(({ deviceId }) => deviceId ?? []));
  return units
    .filter(({ records: [record], deviceId = '' }) => {
      const isEarlier = record && record.seq > (first?.seq ?? 0) && record.seq < until;
      return isEarlier && (devices.size === 0 || devices.has(deviceId)) && isTelling(record, rule);
    })
    .slice(-MOST_BEFORE);
}

function isTelling(record: TraceRecord, rule: string): boolean {
  if (record.kind === 'stimulus') return true;
  if (record.kind !== 'request') return false;
  return record.operation !== undefined || /^(?:refresh|limits|busy)/.test(rule);
}

/** What came instead on the connections that were listened to, or on others, and when they were opened. */
function heardInstead(
  { from, to, on, awaited }: Silence,
  trace: readonly TraceRecord[],
  units: readonly TraceUnit[],
): readonly TraceUnit[] {
  const listening = trace.filter((record) => record.kind === 'connection' && on.includes(record.connection));
  const heard = units.filter(({ records: [record] }) => {
    if (record?.kind !== 'event' || record.at < from || record.at > to) return false;
    return on.includes(record.connection) || awaited.includes(record.topic);
  });
  return [...listening.map((record): TraceUnit => ({ records: [record] })), ...heard.slice(0, MOST_HEARD)];
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
  const opened = [...during].flatMap((record) => (record.kind === 'connection' ? [record] : []));
  const tickets = new Set(opened.flatMap(({ ticket }) => ticket ?? []));
  const alike = trace.flatMap((record) =>
    record.kind === 'connection' && tickets.has(record.ticket ?? '') ? record.connection : [],
  );
  const names = new Set([...alike, ...opened.map(({ connection }) => connection)]);
  const connections = trace.filter((record) => record.kind === 'connection' && names.has(record.connection));
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
