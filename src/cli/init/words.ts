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

Then fill it in, put the secrets into the environment, and: conform run --target target.yaml`;

export function addInitCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('init')
    .summary('write a target profile, or the file of an audit, to fill in')
    .description(
      'Writes a target profile, or the file of an audit, with every key in it, each with a comment.',
    )
    .addArgument(
      new Argument('[what]', 'what to write')
        .choices(INIT_NAMES)
        .argParser(oneOf(INIT_NAMES))
        .default('target'),
    )
    .option('-o, --out <file>', 'where to; - is stdout (default: target.yaml or audit.yaml)')
    .addHelpText('after', EXAMPLES)
    .action(async (what: InitName, { out }: { readonly out?: string }) => {
      const { writeExample } = await import('./run.js');
      finish(await writeExample(what, out ?? `${what}.yaml`, io));
    });
}
