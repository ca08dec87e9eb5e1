// `conform self-test`: whether each check can fail, and whether each fails only where something is wrong.
import { type Command, Option } from 'commander';
import { MATRIX_FORMATS } from '../../report/format-names.js';
import { collect, integerIn, jobs, seed, shard } from '../arguments.js';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';
import { withReportOptions } from '../report-options.js';
import type { SelfTestOptions } from './run.js';

const EXAMPLES = `
Examples:
  conform self-test                              every defect, every variant, pairs of variants
  conform self-test --only 'budget-*'            some of them; docs/kill-matrix.md has their names
  conform self-test --only small-quotas+early-events
  conform self-test --seed 7 --pairs 200         other pairs, and more of them
  conform self-test --shard 2/8                  an eighth of all of it
  conform self-test --report markdown=docs/kill-matrix.md --report json=matrix.json
  conform self-test --clients                    every way to break a client rule, and odd clients (in a clone)

With exit code 0 each defect was caught by a check that cites its rule, and nothing that is right failed.`;

const DEFAULT_PAIRS = 30;

export function addSelfTestCommand(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('self-test')
    .summary('try the suite itself, on what is wrong and on what is merely different')
    .description(
      'Runs the suite against simulators with each known defect, and against simulators that are different but ' +
        'right, in virtual time. Prints which check caught which defect, and what was called wrong without reason.',
    )
    .option('--only <id|glob>', 'only these defects, variants or pairs; may be repeated', collect)
    .option('--pairs <n>', 'how many pairs of variants are drawn', integerIn(0, 10_000), DEFAULT_PAIRS)
    .option('--seed <n>', 'seed of all chance (default: a fixed one)', seed)
    .option('--jobs <n>', 'threads (default: as many as there are cores)', jobs)
    .option('--shard <k/n>', 'the k-th of n parts of the trials, such as 2/8', shard)
    .addOption(
      new Option('--sockets', 'over real HTTP and WebSocket; the same verdicts, in twice the time').conflicts(
        'clients',
      ),
    );
  command.option('--clients', 'try the judge of clients instead, on clients that are wrong and on odd ones');
  command.option(
    '--real',
    'with --clients: a sample as processes, each through a whole audit (five minutes)',
  );
  withReportOptions(command, MATRIX_FORMATS)
    .option('-v, --verbose', 'a line for each trial to stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (options: SelfTestOptions & { readonly clients?: boolean; readonly real?: boolean }) => {
      if (options.clients === true) {
        const { selfTestClients } = await import('./clients.js');
        finish(await selfTestClients(options, io));
        return;
      }
      const { selfTest } = await import('./run.js');
      finish(await selfTest(options, io));
    });
}
