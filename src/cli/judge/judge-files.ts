// Judges the traces of files by the laws that hold in every trace.
import { resolve } from 'node:path';
import { judge } from '../../harness/judge/judge.js';
import type { CheckResult, Finding } from '../../harness/verdict/verdict.js';
import { worst } from '../../report/by-rule.js';
import { parseNdjson, type StoredTrace } from '../../trace/ndjson.js';
import { type Diagnostic, type Result, refuseInput } from '../../document/diagnostic.js';
import { readText, shownPath } from '../files.js';

/** The trace of a long run is much larger than what anybody writes by hand. */
const LARGEST_TRACE = 256 * 1024 * 1024;

export interface JudgedTrace {
  readonly check: CheckResult;
  readonly dropped: number;
}

export function judgeFiles(
  names: readonly string[],
  strict: boolean,
  cwd: string,
): Result<readonly JudgedTrace[]> {
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
