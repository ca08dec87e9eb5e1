// `conform state`: looks into a folder that `conform serve --state` keeps, and carries it elsewhere.
import { Argument, type Command } from 'commander';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';

const EXAMPLES = `
Examples:
  conform state show ./state                       what is in it, also while a service writes to it
  conform state export ./state --out state.json    all of it but access tokens, as a snapshot of the control plane
  conform state import ./other state.json          the same in another folder
  conform state check ./state                      whether its records fit each other

Exit code 0: done, and check has found nothing; 1: check has found something; 2: the folder cannot be used.`;

export function addStateCommand(program: Command, io: Io, finish: Finish): void {
  const state = program
    .command('state')
    .summary('look into the state that a simulator keeps on disk')
    .description('Shows, copies and checks a folder that conform serve --state keeps.')
    .addHelpText('after', EXAMPLES);
  const folder = (): Argument => new Argument('<dir>', 'folder of state');

  state
    .command('show')
    .summary('what is in it')
    .addArgument(folder())
    .action(async (dir: string) => {
      const { showState } = await import('./run.js');
      finish(await showState(dir, io));
    });
  state
    .command('export')
    .summary('all of it as JSON; it contains passwords of devices')
    .addArgument(folder())
    .option('--out <file>', 'where to write it (default: stdout)')
    .action(async (dir: string, { out }: { out?: string }) => {
      const { exportState } = await import('./run.js');
      finish(await exportState(dir, out, io));
    });
  state
    .command('import')
    .summary('a snapshot into a folder')
    .addArgument(folder())
    .argument('<file>', 'a snapshot: of conform state export, or of the control plane')
    .option('--replace', 'also where the folder has state already')
    .action(async (dir: string, file: string, { replace }: { replace?: boolean }) => {
      const { importState } = await import('./run.js');
      finish(await importState(dir, file, replace === true, io));
    });
  state
    .command('check')
    .summary('whether its records fit each other')
    .addArgument(folder())
    .action(async (dir: string) => {
      const { checkState } = await import('./run.js');
      finish(await checkState(dir, io));
    });
}
