// `conform run`: checks a target, rule by rule.
import type { Command } from 'commander';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { RunOptions } from './run-options.js';
import { withRunOptions } from './run-words.js';

const EXAMPLES = `
Examples:
  conform run                                    everything, on a simulator of its own
  conform run 'refresh/*' busy/control-control   one area and one scenario
  conform run --rule 'idempotency.*'             all that checks these rules
  conform run 'properties/*' --time 5m           random programs, and nothing else
  conform run my-scenarios/                      scenarios of your own: files or folders
  conform run --target http://127.0.0.1:7070     a simulator started with conform serve
  conform run --target lab.yaml --no-actuate     a server that a profile describes; no relay is switched
  conform run --target lab.yaml --read-only      nothing is changed at all
  conform run --junit junit.xml --report html=report.html
  conform run my-scenarios/ --watch              again at each change, while they are written
  conform run --baseline known.json              only new failures fail the run
  conform run --defect budget-missing            a simulator that is wrong on purpose: see a run fail

Ctrl-C ends a run in good order: relays are put back, reports are written. A second one
only puts relays back, a third ends it at once. conform restore puts back what a killed run has left.`;

export function addRunCommand(program: Command, io: Io, finish: Finish): void {
  withRunOptions(
    program
      .command('run')
      .summary('check a server, or a simulator of its own')
      .description(
        'Checks a server and says for each rule of the interface whether it holds. Without a target, it makes a ' +
          'simulator of its own, and checks that in virtual time.',
      ),
  )
    .option('-v, --verbose', 'a line for each check to stderr')
    .option('--watch', 'run again when scenarios, dialect or profile change, or the server starts anew')
    .option('--live', 'serve a page on which the run can be watched')
    .addHelpText('after', EXAMPLES)
    .action(async (names: string[], options: RunOptions) => {
      if (options.watch) {
        const { watchRun } = await import('./watch.js');
        finish(await watchRun(names, options, io));
        return;
      }
      const { runCommand } = await import('./run.js');
      finish(await runCommand(names, options, io));
    });
}
