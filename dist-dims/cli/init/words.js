const EXAMPLES = `
Examples:
  conform init                    writes target.yaml
  conform init --out lab.yaml     under a name of your choice; an existing file is left alone
  conform init --out - | less     only shows it

Then fill it in, put the secrets into the environment, and: conform run --target target.yaml`;
export function addInitCommand(program, io, finish) {
    program
        .command('init')
        .summary('write a target profile to fill in')
        .description('Writes a target profile with every key in it, each with a comment.')
        .option('-o, --out <file>', 'where to; - is stdout', 'target.yaml')
        .addHelpText('after', EXAMPLES)
        .action(async ({ out }) => {
        const { writeProfile } = await import('./run.js');
        finish(await writeProfile(out, io));
    });
}
