// The run as JSON, for programs.
import type {
  BaselineOutcome,
  BoundName,
  CheckResult,
  LeastTime,
  ProgramCounts,
  RunResult,
  ShownProgram,
} from '../harness/verdict/verdict.js';
import { boundedTrace, roomForTrace } from './exchanges.js';
import { leftUncheckedIn, reportByRule, unobservableReason } from './by-rule.js';
import { conclude } from './result-words.js';
import { type JsonReport, REPORT_FORMAT } from './json-schema.js';
import { redactNames } from '../output/secret-names.js';
import type { ReportContext } from './shell.js';

/** Of one check, and of one finding; more say nothing new. */
const MOST_FINDINGS = 200;
const MOST_EXCHANGES = 200;

export function jsonReport(result: RunResult, context: ReportContext): string {
  return `${JSON.stringify(jsonData(result, context), null, 2)}\n`;
}

function jsonData(result: RunResult, { version, speed, virtual = false }: ReportContext): JsonReport {
  const { kind, sentence } = conclude(result);
  const room = roomForTrace(result.checks.filter(({ verdict }) => verdict !== 'pass').length);
  return {
    format: REPORT_FORMAT,
    version,
    target: result.target,
    dialect: result.dialect,
    seed: result.seed,
    startedAt: new Date(result.startedAt).toISOString(),
    duration: rounded(result.endedAt - result.startedAt),
    speed,
    ...(virtual && { virtual }),
    ...(result.lateBy === undefined ? {} : { lateBy: result.lateBy }),
    roundTrip: rounded(result.roundTrip),
    conclusion: kind,
    sentence,
    ...(result.cutShort === undefined ? {} : { cutShort: result.cutShort }),
    ...(result.unreachable === undefined ? {} : { unreachable: result.unreachable }),
    ...leftUncheckedData(result),
    notRestored: [...result.notRestored],
    ...(result.dialectProblems === undefined ? {} : { dialectProblems: [...result.dialectProblems] }),
    ...(result.waiverProblems === undefined ? {} : { waiverProblems: [...result.waiverProblems] }),
    ...(result.shard === undefined ? {} : { shard: result.shard }),
    ...(result.baseline === undefined ? {} : { baseline: baselineData(result.baseline) }),
    ...(result.advice === undefined ? {} : { advice: [...result.advice] }),
    ...(result.programs === undefined ? {} : { programs: programCounts(result.programs) }),
    ...(result.leastTime === undefined ? {} : { leastTime: leastTimeData(result.leastTime) }),
    rules: reportByRule(result).map(({ rule, verdict, checks }) => {
      const { id, basis, section, sentence: words } = rule;
      const on = checks.map((each) => ({ id: each.check.id, verdict: each.verdict }));
      const why = unobservableReason(id, verdict);
      const reason = why === undefined ? {} : { unobservable: why };
      return { id, basis, section, sentence: words, verdict, ...reason, checks: on };
    }),
    checks: result.checks.map((check) => checkData(check, result.startedAt, room)),
  };
}

function leftUncheckedData(result: RunResult): Pick<JsonReport, 'leftUnchecked'> {
  const left = leftUncheckedIn(result);
  return left
    ? { leftUnchecked: { option: left.option, rules: [...left.rules], inPart: [...left.inPart] } }
    : {};
}

function checkData(check: CheckResult, runStart: number, room: number): JsonReport['checks'][number] {
  const moreFindings = check.findings.length - MOST_FINDINGS;
  return {
    id: check.id,
    area: check.area,
    title: check.title,
    verdict: check.verdict,
    ...(check.reason === undefined ? {} : { reason: check.reason }),
    rules: [...check.rules],
    ...(check.names === undefined || check.verdict === 'pass' ? {} : { names: namesData(check.names) }),
    ...(check.place === undefined ? {} : { file: check.place.file, line: check.place.line }),
    attempts: check.attempts,
    startedAfter: rounded(check.startedAt - runStart),
    duration: rounded(check.endedAt - check.startedAt),
    findings: check.findings.slice(0, MOST_FINDINGS).map((finding) => {
      return { ...finding, exchanges: finding.exchanges.slice(0, MOST_EXCHANGES) };
    }),
    ...(moreFindings > 0 ? { findingsLeftOut: moreFindings } : {}),
    ...(check.dropped === undefined || check.dropped === 0 ? {} : { dropped: check.dropped }),
    ...(check.program === undefined ? {} : { program: programData(check, check.program, room) }),
    ...(check.verdict === 'pass' ? {} : traceData(check, room)),
  };
}

function namesData(names: readonly BoundName[]): NonNullable<JsonReport['checks'][number]['names']> {
  return names.map(({ channels, ...name }) => ({ ...name, channels: { ...channels } }));
}

function programData(
  check: CheckResult,
  { index, operations, steps, yaml, otherTrace }: ShownProgram,
  room: number,
): NonNullable<JsonReport['checks'][number]['program']> {
  const other = otherTrace === undefined ? undefined : traceData({ ...check, trace: otherTrace }, room);
  return {
    index,
    operations,
    steps: [...steps],
    yaml,
    ...(other && { otherTrace: other.trace }),
    ...(other?.traceLeftOut === undefined ? {} : { otherTraceLeftOut: other.traceLeftOut }),
  };
}

function traceData(
  check: CheckResult,
  room: number,
): Required<Pick<JsonReport['checks'][number], 'trace'>> &
  Pick<JsonReport['checks'][number], 'traceLeftOut'> {
  const { records, leftOut } = boundedTrace(check, room);
  const trace = records.map((record) => {
    const { kind, seq, at, ...rest } = record;
    return { seq, at: rounded(at - check.startedAt), kind, ...(redactNames(rest) as object) };
  });
  return { trace, ...(leftOut > 0 ? { traceLeftOut: leftOut } : {}) };
}

function baselineData({ gone, ...counts }: BaselineOutcome): NonNullable<JsonReport['baseline']> {
  return { ...counts, gone: gone.map(({ check, rule }) => ({ check, rule })) };
}

function leastTimeData({ time, because }: LeastTime): NonNullable<JsonReport['leastTime']> {
  return { time: rounded(time), because };
}

function programCounts({ took, setAside, ...counts }: ProgramCounts): NonNullable<JsonReport['programs']> {
  return { ...counts, took: rounded(took), ...(setAside ? { setAside: [...setAside] } : {}) };
}

const rounded = (ms: number): number => Number(ms.toFixed(1));
