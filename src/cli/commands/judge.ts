// `conform judge`: judges traces that were stored, and needs no target for it.
import type { Command } from 'commander';
import type { CheckResult } from '../../harness/verdict.js';
import { quoted } from '../../report/shell.js';
import { judgedReport } from '../../report/terminal/judged.js';
import { complain } from '../complaints.js';
import { EXIT, type ExitCode, type Finish } from '../exit-codes.js';
import type { Io } from '../io.js';
import { judgeFiles, type JudgedTrace } from '../judging/judge-files.js';

const EXAMPLES = `
Examples:
  conform judge trace.ndjson              the laws that hold in every trace, rule by rule
  conform judge --strict trace.ndjson     a breach of an implied rule fails, too
  conform judge --json trace.ndjson       every finding, for programs

Exit codes: 0 nothing broken, 1 a stated rule is broken, 2 no trace that could be judged, 4 undecided, since
records of the trace were lost.`;

interface JudgeOptions {
  readonly strict?: boolean;
  readonly json?: boolean;
}

export function addJudgeCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('judge')
    .summary('judge stored traces')
    .description(
      'Judges stored traces by the rules that hold whatever was done, as each run does with its own.',
    )
    .argument('<traces...>', 'files of traces: NDJSON, one record a line')
    .option('--strict', 'a breach of an implied rule fails, too')
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', EXAMPLES)
    .action((names: string[], options: JudgeOptions) => finish(judgeStored(names, options, io)));
}

function judgeStored(names: readonly string[], { strict = false, json }: JudgeOptions, io: Io): ExitCode {
  const judged = judgeFiles(names, strict, io.cwd);
  if (!judged.ok) {
    complain(io, judged.complaints);
    return EXIT.usage;
  }
  const checks = judged.value.map(({ check }) => check);
  const { paint, columns } = io.out;
  const command = ['conform', 'judge', ...(strict ? ['--strict'] : []), ...names].map(quoted).join(' ');
  const width = columns === undefined ? {} : { width: columns };
  io.out.write(json ? jsonOf(judged.value) : judgedReport(checks, command, { paint, ...width }));
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
