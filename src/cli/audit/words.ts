// `conform audit`: judges an API client by what it does on days of many kinds.
import type { Command } from 'commander';
import { RUN_FORMATS, SHORT_FORMATS } from '../../report/format-names.js';
import { collect, duration, integerIn, jobs, port, seed, speed } from '../arguments.js';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';
import { withReportOptions } from '../report-options.js';
import type { AuditOptions } from './options.js';

const EXAMPLES = `
Examples:
  conform audit -- python3 my_client.py          starts it once for each day, all days side by side
  conform audit --env API_BASE={url} -- ./client  the address under the client's own name
  conform audit -- node client.js --url {url}    or in its command line
  conform audit --day outage --day calm -- ./client
  conform audit --rule 'client.key-*' -- ./client  only the days on which these rules can be broken
  conform audit --instances 3 -- ./client        three processes of one API client
  conform audit --listen 7070 --for 10m          clients that you start yourself
  conform audit --proxy lab.yaml -- ./client     before the service of a target profile, one day after the other
  conform audit --config audit.yaml              all that in a file: conform init audit

Each process gets CONFORM_URL, CONFORM_WS_URL, CONFORM_CLIENT_ID, CONFORM_CLIENT_SECRET, CONFORM_DEVICE_ID,
CONFORM_DEVICE_IDS, CONFORM_INSTANCE, CONFORM_DAY, CONFORM_SEED and CONFORM_SPEED; {url}, {wsUrl}, {host}, {port},
{clientId}, {clientSecret}, {deviceId}, {deviceIds}, {instance}, {day}, {seed} and {speed} are replaced in its command
and in --env. Its input gets one JSON object a line, orders that it may ignore. What it writes is shown when
something is wrong. docs/audit.md has the days, the orders, and how verdicts come about.

Exit codes: 0 nothing broken, 1 a stated rule is broken, 2 usage, 3 no day saw any traffic, 4 nothing broken, but a
day or a rule of --require could not be judged.`;

export function addAuditCommand(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('audit')
    .summary('judge an API client, in any language')
    .description(
      'Starts an API client against simulators on which one thing or another goes wrong, and says for each rule ' +
        'that binds clients whether it holds, from the traffic alone.',
    )
    .argument('[command...]', 'the client and its arguments, after --')
    .option('--listen <port>', 'start nothing; listen on this port for clients that others start', port)
    .option('--for <duration>', 'with --listen: for so long, such as 10m, one day after the other', duration)
    .option('--proxy <profile>', 'a real service behind it: the bad days are ours, the answers its own')
    .option('--orders', 'with --proxy: orders, too, for the relays that the profile lists')
    .option('--host <host>', 'where to listen; other machines need --tls', '127.0.0.1')
    .option('--config <file>', 'a file with all this in it; options override it')
    .option('--env <name=text>', 'a variable for the client; {url} and its like are replaced', collect)
    .option('--day <id|glob|file>', 'only this day, or one of your own; may be repeated', collect)
    .option('--rule <id|glob>', 'only this rule, on the days that exercise it; may be repeated', collect)
    .option('--require <rule>', 'exit with 4 unless this rule could be decided; may be repeated', collect)
    .option('--instances <n>', 'processes of the client, side by side', integerIn(1, 20))
    .option('--speed <n>', 'how many times faster the clock goes, for clients that can hurry', speed)
    .option('--seed <n>', 'seed of all chance (default: a fixed one)', seed)
    .option('--jobs <n>', 'days side by side (default: all)', jobs)
    .option('--fleet <file>', 'fleet of the simulator (default: the demo fleet)')
    .option('--dialect <name|file>', 'names that the interface leaves open (default: default)')
    .option('--tls', 'serve HTTPS with a certificate made on the spot')
    .option('--tls-cert <file>', 'serve HTTPS with this certificate (PEM)')
    .option('--tls-key <file>', 'the key of the certificate (PEM)')
    .option('--strict', 'a breach of an implied rule fails, too')
    .option('--keep <dir>', 'write what the processes of the client wrote there, a file each');
  withReportOptions(command, RUN_FORMATS, SHORT_FORMATS)
    .option('-v, --verbose', 'a line for each day to stderr')
    .option('--live', 'serve a page on which the audit can be watched')
    .addHelpText('after', EXAMPLES)
    .action(async (words: string[], options: AuditOptions) => {
      const { audit } = await import('./run.js');
      finish(await audit(words, options, io));
    });
}
