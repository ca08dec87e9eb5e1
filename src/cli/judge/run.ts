// What `conform judge` does: judges files of traces, and prints what was found in them.
import type { CheckResult, Finding, RunResult } from '../../harness/verdict/verdict.js';
import { quotedForShell } from '../../report/shell.js';
import { RUN_FORMATS } from '../../report/format-names.js';
import { judgedReport, traceResult } from '../../report/terminal/judged.js';
import type { OptionsOf } from '../option-rows.js';
import { judgeContext, reportRequests, runReported, writeReports } from '../reports.js';
import { printDiagnostics, usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { resolve } from 'node:path';
import { withWitnesses } from '../../harness/witness/witness.js';
import { judge } from '../../harness/judge/judge.js';
import { worst } from '../../report/by-rule.js';
import { parseNdjson, type StoredTrace } from '../../trace/ndjson.js';
import { allOf, listOf, refuseInput, type Result } from '../../document/diagnostic.js';
import { readText, shownPath } from '../files.js';

export async function judgeStored(
  names: readonly string[],
  { strict = false, report = [] }: OptionsOf<'judge'>,
  io: Io,
): Promise<ExitCode> {
  const requests = reportRequests(report, RUN_FORMATS, io, names);
  const judged = judgeFiles(names, strict, io.cwd);
  const read = allOf({ requests, judged });
  if (!read.ok) return usageError(io, read.diagnostics);
  const checks = read.value.judged;
  const command = ['conform', 'judge', ...(strict ? ['--strict'] : []), ...names].map(quotedForShell);
  const context = judgeContext(command.join(' '));
  const result = traceResult(checks, names.join(', '));
  const { paint, columns: width } = io.out;
  const forPeople = (shown: RunResult): string =>
    judgedReport(shown.checks, command.join(' '), { paint, ...(width !== undefined && { width }) });
  const unwritten = await writeReports(read.value.requests, runReported(result, context, io, forPeople), io);
  printDiagnostics(io, unwritten);
  return unwritten.length > 0 ? EXIT.usage : exitCodeOf(checks);
}

function exitCodeOf(checks: readonly CheckResult[]): ExitCode {
  const has = (verdict: CheckResult['verdict']): boolean => checks.some((each) => each.verdict === verdict);
  if (has('fail')) return EXIT.broken;
  return has('inconclusive') ? EXIT.undecided : EXIT.passed;
}

// Judges the traces of files by the laws that hold in every trace.

/** The trace of a long run is much larger than what anybody writes by hand. */
const LARGEST_TRACE = 256 * 1024 * 1024;

function judgeFiles(names: readonly string[], strict: boolean, cwd: string): Result<readonly CheckResult[]> {
  const stored = listOf(names.map((name) => readTraces(name, cwd)));
  if (!stored.ok) return stored;
  const value = stored.value.flat().map((trace) => withWitnesses(judgeTrace(trace, strict)));
  if (value.every(({ findings }) => findings.length === 0))
    return refuseInput('there is nothing in these traces that a rule could be judged by');
  return { ok: true, value };
}

function readTraces(name: string, cwd: string): Result<readonly StoredTrace[]> {
  const path = resolve(cwd, name);
  const text = readText(path, LARGEST_TRACE);
  if (!text.ok) return refuseInput(text.message);
  const read = parseNdjson(text.value, shownPath(path, cwd));
  if (read.ok) return read;
  return listOf(read.problems.map(({ file, line, message }) => refuseInput(`${file}:${line}  ${message}`)));
}

function judgeTrace({ name, dropped, records }: StoredTrace, strict: boolean): CheckResult {
  const findings = judge(records, { strict, dropped });
  return {
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
    dropped,
  };
}

/** A trace that says nothing is not a good one. */
function verdictOf(findings: readonly Finding[]): CheckResult['verdict'] {
  const verdict = worst(findings.map((finding) => finding.verdict));
  return verdict === 'not checked' ? 'skipped' : verdict;
}
