// `conform init`: writes a target profile with every key in it, each with a comment.
import type { Command } from 'commander';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';

const EXAMPLES = `
Examples:
  conform init                    writes target.yaml
  conform init --out lab.yaml     under a name of your choice; an existing file is left alone
  conform init --out - | less     only shows it

Then fill it in, put the secrets into the environment, and: conform run --target target.yaml`;

export function addInitCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('init')
    .summary('write a target profile to fill in')
    .description('Writes a target profile with every key in it, each with a comment.')
    .option('-o, --out <file>', 'where to; - is stdout', 'target.yaml')
    .addHelpText('after', EXAMPLES)
    .action(async ({ out }: { readonly out: string }) => {
      const { writeProfile } = await import('./run.js');
      finish(await writeProfile(out, io));
    });
}
