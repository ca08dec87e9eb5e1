// `conform validate`: says what is wrong with the files that people write for conform, and runs nothing.
import type { Command } from 'commander';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';
import { FILE_KINDS } from './file-kinds.js';

const EXAMPLES = `
Examples:
  conform validate my-scenarios/                   every scenario below a folder
  conform validate fleet.yaml lab.yaml             what a file is, its keys tell
  conform validate --as dialect vendor.yaml        unless it is said
  conform validate --fleet my.yaml bad-day.yaml    a fault plan, with the names of your fleet

With nothing wrong the exit code is 0, else 2.`;

export function addValidateCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('validate')
    .summary('check YAML files without running anything')
    .description(
      'Checks files of scenarios, fleets, dialects, target profiles, variants, fault plans, days, audits and settings ' +
        'of runs without running anything.',
    )
    .argument('<files...>', 'files, or folders of them')
    .option('--as <kind>', `what the files are: ${FILE_KINDS.join(', ')}`)
    .option(
      '--fleet <file>',
      'the fleet that variants, fault plans and days are for (default: the demo fleet)',
    )
    .addHelpText('after', EXAMPLES)
    .action(async (names: string[], options: { as?: string; fleet?: string }, command: Command) => {
      const as = FILE_KINDS.find((kind) => kind === options.as);
      if (options.as !== undefined && as === undefined) {
        command.error(`error: option '--as <kind>' is one of ${FILE_KINDS.join(', ')}, not ${options.as}`);
      }
      const { validateFiles } = await import('./run.js');
      finish(await validateFiles(names, io, { as, fleet: options.fleet }));
    });
}
