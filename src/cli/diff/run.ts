// What `conform diff` does: reads the JSON reports of two runs, and tells what changed.
import { comparableReport, differenceOf, differenceText } from '../../report/difference.js';
import { printDiagnostics } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { loadReport } from '../load/report.js';

export function compareReports(beforeName: string, afterName: string, json: boolean, io: Io): ExitCode {
  const [before, after] = [beforeName, afterName].map((name) => loadReport(name, comparableReport, io));
  if (!before?.ok || !after?.ok) {
    printDiagnostics(
      io,
      [before, after].flatMap((each) => (!each || each.ok ? [] : each.diagnostics)),
    );
    return EXIT.usage;
  }
  const difference = differenceOf(before.value, after.value);
  const sides = { before: before.value, after: after.value };
  if (json) io.out.document(`${JSON.stringify(difference, null, 2)}\n`, 'json');
  else io.out.write(differenceText(difference, sides, io.out.paint));
  return difference.worse ? EXIT.broken : EXIT.passed;
}
