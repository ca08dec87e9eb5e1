// The run as JSON, for programs. What is undefined has no key: JSON leaves it out.
import type * as z from 'zod';
import type { BreachWitness, CheckResult, RunResult } from '../harness/verdict/verdict.js';
import type { TraceRecord } from '../trace/record.js';
import { redactNames } from '../output/secret-names.js';
import { leftUncheckedIn, reportByRule, unobservableReason } from './by-rule.js';
import { boundedTrace, roomForTrace } from './exchanges.js';
import { jsonReportSchema, REPORT_FORMAT } from './json-schema.js';
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
  const { startedAt, endedAt, roundTrip, baseline, programs, leastTime, checks } = result;
  const { kind: conclusion, sentence } = conclude(result);
  const room = roomForTrace(checks.filter(({ verdict }) => verdict !== 'pass').length);
  return fieldsOf(jsonReportSchema, result, {
    format: REPORT_FORMAT,
    version,
    startedAt: new Date(startedAt).toISOString(),
    duration: rounded(endedAt - startedAt),
    speed,
    virtual: virtual ? true : undefined,
    roundTrip: rounded(roundTrip),
    conclusion,
    sentence,
    leftUnchecked: leftUncheckedIn(result),
    baseline: baseline && {
      ...baseline,
      gone: baseline.gone.map(({ check, rule }) => ({ check, rule })),
    },
    programs: programs && { ...programs, took: rounded(programs.took) },
    leastTime: leastTime && { ...leastTime, time: rounded(leastTime.time) },
    rules: reportByRule(result).map(({ rule, verdict, checks: on }) =>
      fieldsOf(RULE, rule, {
        verdict,
        unobservable: unobservableReason(rule.id, verdict),
        explain: explainCommand(rule.id),
        checks: on.map((each) => ({ id: each.check.id, verdict: each.verdict })),
      }),
    ),
    checks: checks.map((check) => checkData(check, startedAt, room)),
  });
}

const { element: RULE } = jsonReportSchema.shape.rules;
const { element: CHECK } = jsonReportSchema.shape.checks;
const { element: FINDING } = CHECK.shape.findings;
const PROGRAM = CHECK.shape.program.unwrap();

type Fields<S extends z.ZodObject> = Readonly<Partial<Record<keyof S['shape'], unknown>>>;

/** Every field of the schema: as it is said here, else as the result has it. */
function fieldsOf<S extends z.ZodObject>({ shape }: S, result: Fields<S>, said: Fields<S>): object {
  const names: (keyof S['shape'])[] = Object.keys(shape);
  return Object.fromEntries(names.map((name) => [name, name in said ? said[name] : result[name]]));
}

function checkData(check: CheckResult, runStart: number, room: number): object {
  const { verdict, place, findings, program, startedAt, endedAt } = check;
  const hasPassed = verdict === 'pass';
  const other = program?.otherTrace && traceData({ ...check, trace: program.otherTrace }, room);
  return fieldsOf(CHECK, check, {
    names: hasPassed ? undefined : check.names,
    file: place?.file,
    line: place?.line,
    startedAfter: rounded(startedAt - runStart),
    duration: rounded(endedAt - startedAt),
    findings: findings.slice(0, MOST_FINDINGS).map((finding) =>
      fieldsOf(FINDING, finding, {
        exchanges: finding.exchanges.slice(0, MOST_EXCHANGES),
        witness: finding.witness && witnessData(finding.witness),
      }),
    ),
    findingsLeftOut: positive(findings.length - MOST_FINDINGS),
    dropped: positive(check.dropped ?? 0),
    program:
      program &&
      fieldsOf(PROGRAM, program, { otherTrace: other?.trace, otherTraceLeftOut: other?.traceLeftOut }),
    ...(hasPassed ? { trace: undefined } : traceData(check, room)),
  });
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
