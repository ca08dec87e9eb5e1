// `conform judge`: judges traces that were stored, and needs no target for it.
import { Option } from 'commander';
import { collect, oneOf } from '../arguments.js';
import { RUN_FORMATS } from '../../report/format-names.js';
import { withReportOptions } from '../report-options.js';
const SIDES = ['service', 'client'];
const EXAMPLES = `
Examples:
  conform judge trace.ndjson              the laws that hold in every trace, rule by rule
  conform judge --strict trace.ndjson     a breach of an implied rule fails, too
  conform judge --json trace.ndjson       every finding, for programs
  conform judge --as client journal.ndjson        the clients in a journal of serve --journal
  conform judge --as client --calm calm.har bad.har   traffic of a browser or a proxy; calm.har is the control

Exit codes: 0 nothing broken, 1 a stated rule is broken, 2 no trace that could be judged, 4 undecided, since
records of the trace were lost.`;
export function addJudgeCommand(program, io, finish) {
    const command = program
        .command('judge')
        .summary('judge stored traces')
        .description('Judges stored traces by the rules that hold whatever was done, as each run does with its own.')
        .argument('<traces...>', 'files of traces or journals: NDJSON, one record a line; for clients HAR, too')
        .addOption(new Option('--as <side>', 'whom to judge').choices(SIDES).argParser(oneOf(SIDES)).default('service'))
        .option('--strict', 'a breach of an implied rule fails, too')
        .option('--json', 'print the findings as JSON (of services; for clients --report json=-)')
        .option('--dialect <name|file>', 'the dialect of HAR files (default: default)')
        .option('--calm <file>', 'of clients: traffic on which nothing was disturbed, as a control')
        .option('--require <rule>', 'of clients: exit with 4 unless this rule could be decided; may be repeated', collect);
    withReportOptions(command, RUN_FORMATS)
        .addHelpText('after', EXAMPLES)
        .action(async (names, options) => {
        if (options.as === 'client') {
            const { judgeClients } = await import('./client.js');
            finish(await judgeClients(names, options, io));
            return;
        }
        const { judgeStored } = await import('./run.js');
        finish(judgeStored(names, options, io));
    });
}
