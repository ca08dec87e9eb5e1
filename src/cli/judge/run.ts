// What `conform judge` does: judges files of traces, and prints what was found in them.
import type { CheckResult } from '../../harness/verdict/verdict.js';
import { quotedForShell } from '../../report/shell.js';
import { presentedChecks } from '../../report/presented.js';
import { judgedReport } from '../../report/terminal/judged.js';
import { printDiagnostics } from '../print-diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { judgeFiles, type JudgedTrace } from './judge-files.js';

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
