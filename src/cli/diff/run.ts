// What `conform diff` does: reads the JSON reports of two runs, and tells what changed.
import { allOf } from '../../document/diagnostic.js';
import { comparableReport, differenceOf, differenceText } from '../../report/difference.js';
import { usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { loadReport } from '../load/report.js';

export function compareReports(beforeName: string, afterName: string, json: boolean, io: Io): ExitCode {
  const load = (name: string) => loadReport(name, comparableReport, io);
  const read = allOf({ before: load(beforeName), after: load(afterName) });
  if (!read.ok) return usageError(io, read.diagnostics);
  const sides = read.value;
  const difference = differenceOf(sides.before, sides.after);
  if (json) io.out.document(`${JSON.stringify(difference, null, 2)}\n`, 'json');
  else io.out.write(differenceText(difference, sides, io.out.paint));
  return difference.worse ? EXIT.broken : EXIT.passed;
}
