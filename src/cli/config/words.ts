// `conform config`: what holds for a run, and from where.
import type { Command } from 'commander';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';
import { withRunOptions } from '../run/run-words.js';
import type { ConfigOptions } from './settle.js';

const EXAMPLES = `
Examples:
  conform config                       what conform run would do here
  conform config --target other.yaml   the same with an option, which wins over the file
  conform init config                  writes conform.config.yaml, with every key in it

The file is conform.config.yaml in the working folder, or above it up to the root of the repository.`;

export function addConfigCommand(program: Command, io: Io, finish: Finish): void {
  withRunOptions(
    program
      .command('config')
      .summary('show the settings of a run, and where each comes from')
      .description(
        'Shows what holds for conform run with these arguments, and where each setting comes from: an option, a line ' +
          'of conform.config.yaml, or the default. Secrets are never shown. Nothing is run.',
      ),
  )
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (names: string[], options: ConfigOptions) => {
      const { showConfig } = await import('./settle.js');
      finish(showConfig(names, options, io));
    });
}
