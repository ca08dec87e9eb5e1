// What `conform diff` does: reads the JSON reports of two runs, and tells what changed.
import { resolve } from 'node:path';
import { isObject, jsonIn } from '../../kernel/json.js';
import { comparableReport, type ComparableReport, differenceOf } from '../../report/difference.js';
import { differenceText } from '../../report/difference-text.js';
import { REPORT_FORMAT } from '../../report/json-schema.js';
import { type Result, refuse } from '../../document/diagnostic.js';
import { printDiagnostics } from '../print-diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { readText } from '../files.js';
import type { Io } from '../io.js';

/** A report holds the traces of what did not pass. */
const LARGEST_REPORT = 256 * 1024 * 1024;

export function compareReports(beforeName: string, afterName: string, json: boolean, io: Io): ExitCode {
  const [before, after] = [readReport(beforeName, io), readReport(afterName, io)];
  if (!before.ok || !after.ok) {
    printDiagnostics(
      io,
      [before, after].flatMap((each) => (each.ok ? [] : each.diagnostics)),
    );
    return EXIT.usage;
  }
  const difference = differenceOf(before.value, after.value);
  const sides = { before: before.value, after: after.value };
  if (json) io.out.document(`${JSON.stringify(difference, null, 2)}\n`, 'json');
  else io.out.write(differenceText(difference, sides, io.out.paint));
  return difference.worse ? EXIT.broken : EXIT.passed;
}

function readReport(name: string, { cwd }: Io): Result<ComparableReport> {
  const text = readText(resolve(cwd, name), LARGEST_REPORT);
  if (!text.ok) return refuse(text.message);
  const data = jsonIn(text.value);
  const hint = 'conform run --report json=PATH writes one.';
  const format = isObject(data) ? data['format'] : undefined;
  if (typeof format !== 'string' || !format.startsWith('conform-report/'))
    return refuse(`${name} is no JSON report of a run`, hint);
  if (format !== REPORT_FORMAT)
    return refuse(`${name} has the format ${format}, and this program reads ${REPORT_FORMAT}`, hint);
  const read = comparableReport.safeParse(data);
  if (read.success) return { ok: true, value: read.data };
  const [issue] = read.error.issues;
  return refuse(`${name} is damaged: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`, hint);
}
