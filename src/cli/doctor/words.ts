// `conform doctor`: what of this machine and of a target is in the way of a run.
import type { Command } from 'commander';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';

const EXAMPLES = `
Examples:
  conform doctor                                  this machine, and the target of conform.config.yaml
  conform doctor --target lab.yaml                a server that a profile describes
  conform doctor --target http://127.0.0.1:7070   a simulator

It sends one request without credentials, changes nothing, and shows no secret: the page can be pasted into an issue.
Exit code 0: nothing is in the way; 2: something here has to be mended; 3: the target cannot be reached.`;

export function addDoctorCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('doctor')
    .summary('say what is in the way of a run: this machine, the settings, the target')
    .description(
      'Looks at Node, ports, folders, settings, profile and dialect, and at name, connection, certificate, answer and ' +
        'clock of the target, and says on one page what is in the way.',
    )
    .option('--target <file|url>', 'a target profile, or the address of a simulator')
    .option('--dialect <name|file>', 'as for the run')
    .option('--config <file>', 'the file of settings (default: conform.config.yaml here or above)')
    .option('--no-config', 'take no settings from a file')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(
      async (options: { target?: string; dialect?: string; config?: string | false; json?: boolean }) => {
        const { examine } = await import('./run.js');
        finish(await examine(options, io));
      },
    );
}
