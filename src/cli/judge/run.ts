// What `conform judge` does: judges files of traces, and prints what was found in them.
import type { CheckResult, Finding } from '../../harness/verdict/verdict.js';
import { quotedForShell } from '../../report/shell.js';
import { presentedChecks } from '../../report/presented.js';
import { judgedReport } from '../../report/terminal/judged.js';
import { printDiagnostics } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { resolve } from 'node:path';
import { judge } from '../../harness/judge/judge.js';
import { worst } from '../../report/by-rule.js';
import { parseNdjson, type StoredTrace } from '../../trace/ndjson.js';
import { type Diagnostic, refuseInput, type Result } from '../../document/diagnostic.js';
import { readText, shownPath } from '../files.js';

export interface JudgeOptions {
  readonly strict?: boolean;
  readonly json?: boolean;
}

export function judgeStored(
  names: readonly string[],
  { strict = false, json }: JudgeOptions,
  io: Io,
): ExitCode {
  const judged = judgeFiles(names, strict, io.cwd);
  if (!judged.ok) {
    printDiagnostics(io, judged.diagnostics);
    return EXIT.usage;
  }
  const checks = judged.value.map(({ check }) => check);
  const { paint, columns } = io.out;
  const command = ['conform', 'judge', ...(strict ? ['--strict'] : []), ...names]
    .map(quotedForShell)
    .join(' ');
  const width = columns === undefined ? {} : { width: columns };
  const { secrets } = io;
  if (json) io.out.document(jsonOf(judged.value), 'json');
  else {
    const shown = presentedChecks(checks, { secrets, readers: 'people' });
    io.out.write(judgedReport(shown, command, { paint, ...width }));
  }
  return exitCodeOf(checks);
}

function jsonOf(judged: readonly JudgedTrace[]): string {
  const traces = judged.map(({ check: { id, verdict, findings }, dropped }) => {
    return { trace: id, verdict, dropped, findings };
  });
  return `${JSON.stringify({ traces }, null, 2)}\n`;
}

function exitCodeOf(checks: readonly CheckResult[]): ExitCode {
  const has = (verdict: CheckResult['verdict']): boolean => checks.some((each) => each.verdict === verdict);
  if (has('fail')) return EXIT.broken;
  return has('inconclusive') ? EXIT.undecided : EXIT.passed;
}

// Judges the traces of files by the laws that hold in every trace.

/** The trace of a long run is much larger than what anybody writes by hand. */
const LARGEST_TRACE = 256 * 1024 * 1024;

interface JudgedTrace {
  readonly check: CheckResult;
  readonly dropped: number;
}

function judgeFiles(names: readonly string[], strict: boolean, cwd: string): Result<readonly JudgedTrace[]> {
  const read = names.map((name) => readTraces(name, cwd));
  const diagnostics: Diagnostic[] = read.flatMap((each) => (each.ok ? [] : each.diagnostics));
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const stored = read.flatMap((each) => (each.ok ? each.value : []));
  const value = stored.map((trace) => judgeTrace(trace, strict));
  if (value.every(({ check }) => check.findings.length === 0))
    return refuseInput('there is nothing in these traces that a rule could be judged by');
  return { ok: true, value };
}

function readTraces(name: string, cwd: string): Result<readonly StoredTrace[]> {
  const path = resolve(cwd, name);
  const text = readText(path, LARGEST_TRACE);
  if (!text.ok) return refuseInput(text.message);
  const read = parseNdjson(text.value, shownPath(path, cwd));
  if (read.ok) return read;
  const diagnostics = read.problems.map(({ file, line, message }): Diagnostic => {
    return { kind: 'words', message: `${file}:${line}  ${message}` };
  });
  return { ok: false, diagnostics };
}

function judgeTrace({ name, dropped, records }: StoredTrace, strict: boolean): JudgedTrace {
  const findings = judge(records, { strict, dropped });
  const check: CheckResult = {
    id: name,
    title: dropped === 0 ? 'a stored trace' : `a stored trace, of which ${dropped} records were lost`,
    area: 'trace',
    rules: [],
    verdict: verdictOf(findings),
    findings,
    attempts: 1,
    startedAt: records[0]?.at ?? 0,
    endedAt: records.at(-1)?.at ?? 0,
    trace: records,
  };
  return { check, dropped };
}

/** A trace that says nothing is not a good one. */
function verdictOf(findings: readonly Finding[]): CheckResult['verdict'] {
  const verdict = worst(findings.map((finding) => finding.verdict));
  return verdict === 'not checked' ? 'skipped' : verdict;
}
