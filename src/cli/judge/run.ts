// What `conform judge` does: judges files of traces, and prints what was found in them.
import { optionWords } from '../options.js';
import { checkAsOf, type CheckResult, type Finding, type RunResult } from '../../harness/verdict/verdict.js';
import { escaped } from '../../output/escape.js';
import { quotedForShell } from '../../output/shell-words.js';
import { RUN_FORMATS } from '../../report/format-names.js';
import { judgedReport, traceResult } from '../../report/terminal/judged.js';
import type { OptionsOf } from '../option-rows.js';
import { judgeContext, reportRequests, publish, runReported } from '../reports.js';
import { printDiagnostics, usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { resolve } from 'node:path';
import { withWitnesses } from '../../harness/witness/witness.js';
import { judge } from '../../harness/judge/judge.js';
import { createFindings, createRollingJudge } from '../../harness/judge/rolling-judge.js';
import { worst } from '../../report/by-rule.js';
import { ruleSetOf } from '../run/run-options.js';
import { terminalOptions } from '../run/told.js';
import type { TraceRecord } from '../../trace/record.js';
import { parseNdjson, type StoredTrace } from '../../trace/ndjson.js';
import { accepted, allOf, listOf, refuseInput, type Result, worded } from '../../document/diagnostic.js';
import { readText, shownPath } from '../files.js';
import { readHar } from '../../audit/kept/read-har.js';
import { createServiceReader, type ServiceReader } from '../../audit/kept/service-reader.js';
import type { Dialect } from '../../dialect/dialect.js';
import { loadDialect } from '../load/dialect.js';

export async function judgeStored(
  names: readonly string[],
  options: OptionsOf<'judge'>,
  io: Io,
): Promise<ExitCode> {
  const { strict = false, alone = false, report = [], dialect: named = 'default', revision } = options;
  const requests = reportRequests(report, RUN_FORMATS, io, names);
  const dialect = loadDialect(named, io.cwd);
  if (!dialect.ok) return usageError(io, dialect.diagnostics);
  const reader = createServiceReader(dialect.value, io.secrets);
  const judged = judgeFiles(names, { strict, alone }, (name) =>
    readTraces(name, io.cwd, dialect.value, reader),
  );
  const read = allOf({ requests, judged });
  if (!read.ok) return usageError(io, read.diagnostics);
  const { ruleSet } = ruleSetOf(options);
  const checks = read.value.judged.flatMap((check) =>
    ruleSet ? (checkAsOf(check, ruleSet, strict) ?? []) : check,
  );
  const misfits = reader
    .misfits()
    .map((words) => worded(`the dialect ${named} does not fit: ${words}`, OTHER_DIALECT));
  printDiagnostics(io, misfits);
  const asked = optionWords(options, ['strict', 'alone', 'revision']);
  const command = ['conform', 'judge', ...asked, ...names].map(quotedForShell).join(' ');
  const context = judgeContext(command);
  const result = { ...traceResult(checks, names.join(', ')), ...(revision !== undefined && { revision }) };
  if (options.verbose)
    for (const { id, verdict } of checks) io.err.write(`${verdict.padEnd(VERDICT)}  ${escaped(id)}\n`);
  const forPeople = (shown: RunResult): string =>
    judgedReport(shown.checks, command, terminalOptions(io, options));
  const reported = runReported(result, context, io, forPeople);
  return publish(read.value.requests, reported, codeOfJudged(checks, misfits), io);
}

const VERDICT = 'inconclusive'.length;

const OTHER_DIALECT = 'Name the dialect of the service with --dialect; conform probe proves one.';

/** @param misfits what was seen that the dialect does not explain. */
export function codeOfJudged(checks: readonly CheckResult[], misfits: readonly unknown[]): ExitCode {
  const has = (verdict: CheckResult['verdict']): boolean => checks.some((each) => each.verdict === verdict);
  if (has('fail')) return EXIT.broken;
  return has('inconclusive') || misfits.length > 0 ? EXIT.undecided : EXIT.passed;
}

// Judges the traces of files by the laws that hold in every trace.

/** The trace of a long run is much larger than what anybody writes by hand. */
const LARGEST_TRACE = 256 * 1024 * 1024;

interface HowJudged {
  readonly strict: boolean;
  /** Nobody else used the devices and clients. */
  readonly alone: boolean;
}

function judgeFiles(
  names: readonly string[],
  how: HowJudged,
  read: (name: string) => Result<readonly StoredTrace[]>,
): Result<readonly CheckResult[]> {
  const stored = listOf(names.map(read));
  if (!stored.ok) return stored;
  const value = stored.value.flat().map((trace) => withWitnesses(judgeTrace(trace, how)));
  if (value.every(({ findings }) => findings.length === 0))
    return refuseInput('there is nothing in these traces that a rule could be judged by');
  return accepted(value);
}

/** @param dialect of the service, which a HAR file has the traffic of. */
function readTraces(
  name: string,
  cwd: string,
  dialect: Dialect,
  reader: ServiceReader,
): Result<readonly StoredTrace[]> {
  const path = resolve(cwd, name);
  const text = readText(path, LARGEST_TRACE);
  if (!text.ok) return refuseInput(text.message);
  if (/\.har$/i.test(name)) {
    const har = readHar(text.value, dialect, reader);
    if (!har.ok) return refuseInput(`${shownPath(path, cwd)}: ${har.message}`);
    return accepted([{ name: shownPath(path, cwd), dropped: 0, records: har.records }]);
  }
  const read = parseNdjson(text.value, shownPath(path, cwd));
  if (read.ok) return read;
  return listOf(read.problems.map(({ file, line, message }) => refuseInput(`${file}:${line}  ${message}`)));
}

function judgeTrace({ name, dropped, records }: StoredTrace, how: HowJudged): CheckResult {
  const findings = /\.har$/i.test(name) ? judgeTraffic(records, how) : judge(records, { ...how, dropped });
  return {
    id: name,
    title: dropped === 0 ? 'a stored trace' : `a stored trace, of which ${dropped} records were lost`,
    area: 'trace',
    rules: [],
    verdict: judgedVerdict(findings),
    findings,
    attempts: 1,
    startedAt: records[0]?.at ?? 0,
    endedAt: records.at(-1)?.at ?? 0,
    trace: records,
    dropped,
  };
}

/** What others caused, as `conform audit --listen` judges it. */
function judgeTraffic(records: readonly TraceRecord[], how: HowJudged): readonly Finding[] {
  const rolling = createRollingJudge(how);
  const found = createFindings();
  const results = [...records.flatMap((record) => rolling.see(record) ?? []), rolling.end()];
  for (const { findings } of results) findings.forEach(found.add);
  return found.all();
}

/** A trace that says nothing is not a good one. */
export function judgedVerdict(findings: readonly Finding[]): CheckResult['verdict'] {
  const verdict = worst(findings.map((finding) => finding.verdict));
  return verdict === 'not checked' ? 'skipped' : verdict;
}
