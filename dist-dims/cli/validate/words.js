import { FILE_KINDS } from './file-kinds.js';
const EXAMPLES = `
Examples:
  conform validate my-scenarios/                   every scenario below a folder
  conform validate fleet.yaml lab.yaml             what a file is, its keys tell
  conform validate --as dialect vendor.yaml        unless it is said
  conform validate --fleet my.yaml bad-day.yaml    a fault plan, with the names of your fleet

With nothing wrong the exit code is 0, else 2.`;
export function addValidateCommand(program, io, finish) {
    program
        .command('validate')
        .summary('check YAML files without running anything')
        .description('Checks files of scenarios, fleets, dialects, target profiles, variants and fault plans without running anything.')
        .argument('<files...>', 'files, or folders of them')
        .option('--as <kind>', `what the files are: ${FILE_KINDS.join(', ')}`)
        .option('--fleet <file>', 'the fleet that variants and fault plans are for (default: the demo fleet)')
        .addHelpText('after', EXAMPLES)
        .action(async (names, options, command) => {
        const as = FILE_KINDS.find((kind) => kind === options.as);
        if (options.as !== undefined && as === undefined) {
            command.error(`error: option '--as <kind>' is one of ${FILE_KINDS.join(', ')}, not ${options.as}`);
        }
        const { validateFiles } = await import('./run.js');
        finish(await validateFiles(names, io, { as, fleet: options.fleet }));
    });
}
