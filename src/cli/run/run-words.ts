// The options of `conform run`, which `conform config` takes as well, to show what they come to.
import type { Command } from 'commander';
import { RUN_FORMATS, SHORT_FORMATS } from '../../report/format-names.js';
import { collect, duration, jobs, programIndex, programs, seed, shard, speed } from '../arguments.js';
import { withReportOptions } from '../report-options.js';

export function withRunOptions(command: Command): Command {
  command
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
    .option('--time <duration>', 'time for random programs, such as 5m (default: 20s on a target)', duration)
    .option('--replay <n>', 'of the random programs of the seed, run only this one', programIndex)
    .option('--save-counterexamples <dir>', 'write programs that show a breach there, as scenarios')
    .option('--soak <duration>', 'random programs and nothing else for so long, such as 8h', duration)
    .option('--deadline <duration>', 'end the run in good order after so long, such as 10m', duration)
    .option('--jobs <n>', 'checks or programs at a time, at most', jobs);
  return withReportOptions(command, RUN_FORMATS, SHORT_FORMATS)
    .option(
      '--speed <n>',
      "how many times faster than the machine's clock time goes (default: 1; virtual time without a target)",
      speed,
    )
    .option('--sockets', 'check the simulator of its own over HTTP and WebSocket on loopback, not by calls')
    .option('--control <url>', 'the control plane of the simulator at --target, for acts on its devices')
    .option(
      '--control-token <token>',
      'its token, as conform serve prints it; everybody on this machine can see it',
    )
    .option('--control-token-file <file>', 'file with the token in it (CONFORM_CONTROL_TOKEN_FILE)')
    .option('--restore-dir <dir>', 'where it is kept what has to be put back, should the run be killed')
    .option('--defect <id>', 'let the simulator of its own be wrong in this way; may be repeated', collect)
    .option('--variant <name|file>', 'let it be different and right in this way; may be repeated', collect)
    .option('--config <file>', 'the file of settings (default: conform.config.yaml here or above)')
    .option('--no-config', 'take no settings from a file');
}
