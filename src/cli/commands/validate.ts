// `conform validate`: says what is wrong with the files that people write for conform, and runs nothing.
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { complain, type Complaint } from '../complaints.js';
import { EXIT, type Finish } from '../exit-codes.js';
import { kindOf, shownPath, yamlFilesBelow } from '../files.js';
import type { Io } from '../io.js';
import { checkFile, type CheckOptions, FILE_KINDS } from '../validation/check-file.js';

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
      'Checks files of scenarios, fleets, dialects, target profiles, variants and fault plans without running anything.',
    )
    .argument('<files...>', 'files, or folders of them')
    .option('--as <kind>', `what the files are: ${FILE_KINDS.join(', ')}`)
    .option('--fleet <file>', 'the fleet that variants and fault plans are for (default: the demo fleet)')
    .addHelpText('after', EXAMPLES)
    .action((names: string[], options: { as?: string; fleet?: string }, command: Command) => {
      const as = FILE_KINDS.find((kind) => kind === options.as);
      if (options.as !== undefined && as === undefined) {
        command.error(`error: option '--as <kind>' is one of ${FILE_KINDS.join(', ')}, not ${options.as}`);
      }
      finish(validateFiles(names, io, { as, fleet: options.fleet }));
    });
}

function validateFiles(names: readonly string[], io: Io, options: CheckOptions): 0 | 2 {
  const complaints: Complaint[] = [];
  let checked = 0;
  for (const name of names) {
    const path = resolve(io.cwd, name);
    const files = kindOf(path) === 'folder' ? yamlFilesBelow(path) : [path];
    if (files.length === 0) complaints.push({ kind: 'words', message: `there is no YAML file in ${name}` });
    for (const file of files) {
      checked += 1;
      const { kind, complaints: found } = checkFile(file, io, options);
      complaints.push(...found);
      if (found.length === 0)
        io.out.write(`${shownPath(file, io.cwd)}  ${io.out.paint.good('valid')} ${kind}\n`);
    }
  }
  complain(io, complaints);
  return complaints.length > 0 || checked === 0 ? EXIT.usage : EXIT.passed;
}
