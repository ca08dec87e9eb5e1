// `conform judge`: judges traces that were stored, and needs no target for it.
import type { Command } from 'commander';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { JudgeOptions } from './run.js';

const EXAMPLES = `
Examples:
  conform judge trace.ndjson              the laws that hold in every trace, rule by rule
  conform judge --strict trace.ndjson     a breach of an implied rule fails, too
  conform judge --json trace.ndjson       every finding, for programs

Exit codes: 0 nothing broken, 1 a stated rule is broken, 2 no trace that could be judged, 4 undecided, since
records of the trace were lost.`;

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
    .action(async (names: string[], options: JudgeOptions) => {
      const { judgeStored } = await import('./run.js');
      finish(judgeStored(names, options, io));
    });
}
