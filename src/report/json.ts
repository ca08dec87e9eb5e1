// The run as JSON, for programs. What is undefined has no key: JSON leaves it out.
import type { CheckResult, Finding, RunResult, BreachWitness } from '../harness/verdict/verdict.js';
import type { TraceRecord } from '../trace/record.js';
import { redactNames } from '../output/secret-names.js';
import { leftUncheckedIn, reportByRule, unobservableReason } from './by-rule.js';
import { boundedTrace, roomForTrace } from './exchanges.js';
import { REPORT_FORMAT } from './json-schema.js';
import { conclude } from './result-words.js';
import { explainCommand, type ReportContext } from './shell.js';

/** Of one check, and of one finding; more say nothing new. */
const MOST_FINDINGS = 200;
const MOST_EXCHANGES = 200;

/** Held to `jsonReportSchema` by tests. */
export function jsonReport(result: RunResult, context: ReportContext): string {
  return `${JSON.stringify(jsonData(result, context), null, 2)}\n`;
}

function jsonData(result: RunResult, { version, speed, virtual = false }: ReportContext): object {
  const { target, dialect, revision, seed, lateBy, cutShort, unreachable, notRestored, shard, advice } =
    result;
  const { dialectProblems, waiverProblems, baseline, programs, values, leastTime, checks, startedAt } =
    result;
  const { kind: conclusion, sentence } = conclude(result);
  const room = roomForTrace(checks.filter(({ verdict }) => verdict !== 'pass').length);
  return {
    format: REPORT_FORMAT,
    version,
    target,
    dialect,
    revision,
    seed,
    startedAt: new Date(startedAt).toISOString(),
    duration: rounded(result.endedAt - startedAt),
    speed,
    virtual: virtual ? true : undefined,
    lateBy,
    roundTrip: rounded(result.roundTrip),
    conclusion,
    sentence,
    cutShort,
    unreachable,
    leftUnchecked: leftUncheckedIn(result),
    notRestored,
    dialectProblems,
    waiverProblems,
    shard,
    baseline: baseline && {
      ...baseline,
      gone: baseline.gone.map(({ check, rule }) => ({ check, rule })),
    },
    advice,
    programs: programs && { ...programs, took: rounded(programs.took) },
    values,
    leastTime: leastTime && { ...leastTime, time: rounded(leastTime.time) },
    rules: reportByRule(result).map(({ rule, verdict, checks: on }) => {
      const { id, basis, section, sentence: words } = rule;
      return {
        id,
        basis,
        section,
        sentence: words,
        verdict,
        unobservable: unobservableReason(id, verdict),
        explain: explainCommand(id),
        checks: on.map((each) => ({ id: each.check.id, verdict: each.verdict })),
      };
    }),
    checks: checks.map((check) => checkData(check, startedAt, room)),
  };
}

function checkData(check: CheckResult, runStart: number, room: number): object {
  const { id, area, title, verdict, reason, rules, place, attempts, findings, dropped, program } = check;
  const hasPassed = verdict === 'pass';
  const other = program?.otherTrace && traceData({ ...check, trace: program.otherTrace }, room);
  return {
    id,
    area,
    title,
    verdict,
    reason,
    rules,
    names: hasPassed ? undefined : check.names,
    file: place?.file,
    line: place?.line,
    attempts,
    startedAfter: rounded(check.startedAt - runStart),
    duration: rounded(check.endedAt - check.startedAt),
    findings: findings.slice(0, MOST_FINDINGS).map(findingData),
    findingsLeftOut: positive(findings.length - MOST_FINDINGS),
    dropped: positive(dropped ?? 0),
    program: program && {
      index: program.index,
      operations: program.operations,
      steps: program.steps,
      yaml: program.yaml,
      otherTrace: other?.trace,
      otherTraceLeftOut: other?.traceLeftOut,
    },
    ...(hasPassed ? {} : traceData(check, room)),
  };
}

function findingData(finding: Finding): object {
  const { rule, verdict, where, expected, actual, exchanges, stands, witness, verified } = finding;
  return {
    rule,
    verdict,
    where,
    expected,
    actual,
    exchanges: exchanges.slice(0, MOST_EXCHANGES),
    stands,
    verified,
    witness: witness && witnessData(witness),
  };
}

function witnessData({ records, silence, ...witness }: BreachWitness): object {
  const start = records[0]?.at ?? 0;
  const since = (at: number): number => rounded(at - start);
  return {
    ...witness,
    silence: silence && { ...silence, from: since(silence.from), to: since(silence.to) },
    trace: recordData(records, start),
  };
}

/** @param start clock time in ms that times are counted from. */
function recordData(records: readonly TraceRecord[], start: number): readonly object[] {
  return records.map((record) => {
    const { kind, seq, at, ...rest } = record;
    return { seq, at: rounded(at - start), kind, ...(redactNames(rest) as object) };
  });
}

function traceData(check: CheckResult, room: number) {
  const { records, leftOut } = boundedTrace(check, room);
  return { trace: recordData(records, check.startedAt), traceLeftOut: positive(leftOut) };
}

const positive = (count: number): number | undefined => (count > 0 ? count : undefined);
const rounded = (ms: number): number => Number(ms.toFixed(1));
