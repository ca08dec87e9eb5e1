// `conform tail`: the journal of a running simulator.
import { type Command, Option } from 'commander';
import { JOURNAL_KINDS, type JournalRecord } from '../../simulator/control/journal/entry.js';
import { integerIn } from '../arguments.js';
import { complain } from '../complaints.js';
import { controlClient } from '../control/control-client.js';
import { ask, refusedWith, type ShownOptions, withControlOptions } from '../control/control-command.js';
import { recordText } from '../control/record-text.js';
import { EXIT, type ExitCode, type Finish } from '../exit-codes.js';
import { listenForInterrupt } from '../interrupt.js';
import type { Io } from '../io.js';

const EXAMPLES = `
Examples:
  conform tail                                   the last records of the journal
  conform tail --follow                          and new ones as they come, until Ctrl-C
  conform tail --device bench-01 --kind physical what the device has really done
  conform tail --follow --json > journal.ndjson  one JSON record a line`;

interface TailOptions extends ShownOptions {
  readonly device?: string;
  readonly client?: string;
  readonly kind?: readonly string[];
  readonly lines: number;
  readonly follow?: boolean;
}

export function addTailCommand(program: Command, io: Io, finish: Finish): void {
  withControlOptions(program.command('tail').summary('show and follow the journal of a running simulator'))
    .description('Shows what happened in a running simulator: requests, events, physical acts and faults.')
    .option('--device <id>', 'records about this device')
    .option('--client <id>', 'records about this API client')
    .addOption(new Option('--kind <kind...>', 'records of these kinds').choices(JOURNAL_KINDS))
    .option('-n, --lines <n>', 'at most so many to begin with', integerIn(1, 10_000), 20)
    .option('-f, --follow', 'go on with new records as they come')
    .addHelpText('after', EXAMPLES)
    .action(async (options: TailOptions) => {
      if (options.follow) finish(await follow(options, io));
      else
        await ask(
          { io, finish },
          { ...options, json: false },
          (client) => client.call<Page>('GET', `/journal?${queryOf(options)}&limit=${options.lines}`),
          ({ records }) => records.map((record) => line(record, options)).join(''),
        );
    });
}

interface Page {
  readonly lastSeq: number;
  readonly records: readonly JournalRecord[];
}

async function follow(options: TailOptions, io: Io): Promise<ExitCode> {
  const client = controlClient(options, io);
  if (!client.ok) return refusedWith(io, client);
  const query = queryOf(options);
  const page = await client.value.call<Page>('GET', `/journal?${query}&limit=${options.lines}`);
  if (!page.ok) return refusedWith(io, page);
  for (const record of page.value.records) io.out.write(line(record, options));
  const interrupt = listenForInterrupt(() => undefined);
  const ended = await client.value.follow(
    `/journal/follow?${query}&since=${page.value.lastSeq}`,
    (event, data) => {
      if (event === 'gap') complain(io, [{ kind: 'words', message: 'the journal has dropped records' }]);
      else io.out.write(line(JSON.parse(data) as JournalRecord, options));
    },
    interrupt.signal,
  );
  interrupt.dispose();
  if (!ended.ok) return refusedWith(io, ended);
  if (interrupt.signal.aborted) return EXIT.passed;
  complain(io, [{ kind: 'words', message: 'the simulator has gone' }]);
  return EXIT.unreachable;
}

function line(record: JournalRecord, { json }: TailOptions): string {
  return `${json ? JSON.stringify(record) : recordText(record)}\n`;
}

function queryOf({ device, client, kind }: TailOptions): string {
  const query = new URLSearchParams();
  if (device !== undefined) query.set('device', device);
  if (client !== undefined) query.set('client', client);
  if (kind !== undefined) query.set('kind', kind.join(','));
  return query.toString();
}
