// `conform init`: writes a file to fill in, with every key in it, each with a comment.
import { Argument, type Command } from 'commander';
import { oneOf } from '../arguments.js';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';
import { INIT_NAMES, type InitName } from './names.js';

const EXAMPLES = `
Examples:
  conform init                    writes target.yaml
  conform init --out lab.yaml     under a name of your choice; an existing file is left alone
  conform init --out - | less     only shows it
  conform init audit              writes audit.yaml, for conform audit --config audit.yaml
  conform init config             writes conform.config.yaml, the settings of conform run

Then fill it in, put the secrets into the environment, and: conform run --target target.yaml`;

const FILE_NAMES: Readonly<Record<InitName, string>> = {
  target: 'target.yaml',
  audit: 'audit.yaml',
  config: 'conform.config.yaml',
};

export function addInitCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('init')
    .summary('write a target profile, the file of an audit, or the settings of a run, to fill in')
    .description(
      'Writes a target profile, the file of an audit, or the settings of a run, with every key in it, each with a comment.',
    )
    .addArgument(
      new Argument('[what]', 'what to write')
        .choices(INIT_NAMES)
        .argParser(oneOf(INIT_NAMES))
        .default('target'),
    )
    .option(
      '-o, --out <file>',
      'where to; - is stdout (default: target.yaml, audit.yaml or conform.config.yaml)',
    )
    .addHelpText('after', EXAMPLES)
    .action(async (what: InitName, { out }: { readonly out?: string }) => {
      const { writeExample } = await import('./run.js');
      finish(await writeExample(what, out ?? FILE_NAMES[what], io));
    });
}
