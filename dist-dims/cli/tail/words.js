// `conform tail`: the journal of a running simulator.
import { Option } from 'commander';
import { JOURNAL_KINDS } from '../../simulator/control/journal/kinds.js';
import { collect, duration, integerIn, someOf } from '../arguments.js';
import { withControlOptions } from '../control/control-options.js';
const EXAMPLES = `
Examples:
  conform tail                                   the last records of the journal
  conform tail --follow                          and new ones as they come, until Ctrl-C
  conform tail --device bench-01 --kind physical what the device has really done
  conform tail --code INVALID_REQUEST            what was refused, why, and what went back
  conform tail --slow 500ms                      what took long
  conform tail --follow --json > journal.ndjson  one JSON record a line`;
export function addTailCommand(program, io, finish) {
    withControlOptions(program.command('tail').summary('show and follow the journal of a running simulator'))
        .description('Shows what happened in a running simulator: requests, events, physical acts and faults.')
        .option('--device <id>', 'records about this device')
        .option('--client <id>', 'records about this API client')
        .addOption(new Option('--kind <kind...>', 'records of these kinds')
        .choices(JOURNAL_KINDS)
        .argParser(someOf(JOURNAL_KINDS)))
        .option('--code <code>', 'replies and refusals with this code, such as INVALID_REQUEST; may be repeated', collect)
        .option('--slow <duration>', 'replies that took at least so long, such as 500ms', duration)
        .option('-n, --lines <n>', 'at most so many to begin with', integerIn(1, 10_000), 20)
        .option('-f, --follow', 'go on with new records as they come')
        .addHelpText('after', EXAMPLES)
        .action(async (options) => {
        const { tail } = await import('./run.js');
        finish(await tail(options, io));
    });
}
