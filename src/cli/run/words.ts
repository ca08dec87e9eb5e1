// `conform run`: checks a target, rule by rule.
import type { Command } from 'commander';
import { RUN_FORMATS, SHORT_FORMATS } from '../../report/format-names.js';
import { collect, duration, jobs, programIndex, programs, seed, shard, speed } from '../arguments.js';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';
import { withReportOptions } from '../report-options.js';
import type { RunOptions } from './run-options.js';

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
  conform run --baseline known.json              only new failures fail the run
  conform run --defect budget-missing            a simulator that is wrong on purpose: see a run fail

Ctrl-C ends a run in good order: relays are put back, reports are written. A second one
only puts relays back, a third ends it at once. conform restore puts back what a killed run has left.`;

export function addRunCommand(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('run')
    .summary('check a server, or a simulator of its own')
    .description(
      'Checks a server and says for each rule of the interface whether it holds. Without a target, it starts a ' +
        'simulator of its own on a free port, checks that and stops it.',
    )
    .argument('[what...]', 'ids of scenarios, globs over them, files or folders (default: everything)')
    .option('--target <file|url>', 'a target profile, or the address of a simulator')
    .option(
      '--dialect <name|file>',
      "names that the interface leaves open (default: the profile's, or default)",
    )
    .option('--fleet <file>', 'fleet of the simulator that is checked (default: the demo fleet)')
    .option('--rule <id|glob>', 'only what checks this rule; may be repeated', collect)
    .option('--no-actuate', 'switch no relay, and put nothing on RS485')
    .option('--read-only', 'send nothing that changes anything')
    .option('--anyway', 'go on though profile or dialect do not fit the target')
    .option('--fail-fast', 'end the run in good order at the first failure')
    .option('--shard <part>', 'one of several parts, such as 2/4: all of them together are the whole', shard)
    .option('--rerun-failed <file>', 'run what failed in this JSON report again')
    .option('--baseline <file>', 'failures that are known: they do not fail the run')
    .option('--write-baseline <file>', 'write the failures of this run as a baseline')
    .option('--strict', 'a breach of an implied rule fails, too')
    .option('--seed <n>', 'seed of all chance (default: a fixed one)', seed)
    .option('--runs <n>', 'random programs at most (default: 100 on a simulator of its own)', programs)
    .option('--time <duration>', 'time for random programs, such as 5m (default: 20s)', duration)
    .option('--replay <n>', 'of the random programs of the seed, run only this one', programIndex)
    .option('--save-counterexamples <dir>', 'write programs that show a breach there, as scenarios')
    .option('--soak <duration>', 'random programs and nothing else for so long, such as 8h', duration)
    .option('--deadline <duration>', 'end the run in good order after so long, such as 10m', duration)
    .option('--jobs <n>', 'checks or programs at a time, at most', jobs);
  withReportOptions(command, RUN_FORMATS, SHORT_FORMATS)
    .option(
      '--speed <n>',
      "how many times faster than the machine's clock time goes (default: 10 without a target)",
      speed,
    )
    .option('--control <url>', 'the control plane of the simulator at --target, for acts on its devices')
    .option(
      '--control-token <token>',
      'its token, as conform serve prints it; everybody on this machine can see it',
    )
    .option('--control-token-file <file>', 'file with the token in it (CONFORM_CONTROL_TOKEN_FILE)')
    .option('--restore-dir <dir>', 'where it is kept what has to be put back, should the run be killed')
    .option('--defect <id>', 'let the simulator of its own be wrong in this way; may be repeated', collect)
    .option('--variant <name|file>', 'let it be different and right in this way; may be repeated', collect)
    .option('-v, --verbose', 'a line for each check to stderr')
    .option('--live', 'serve a page on which the run can be watched')
    .addHelpText('after', EXAMPLES)
    .action(async (names: string[], options: RunOptions) => {
      const { run } = await import('./run.js');
      finish(await run(names, options, io));
    });
}
