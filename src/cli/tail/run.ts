// What `conform tail` does: prints the last records of the journal, and new ones as they come.
import type { JournalRecord } from '../../simulator/control/journal/entry.js';
import { complain } from '../complaints.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { listenForInterrupt } from '../interrupt.js';
import type { Io } from '../io.js';
import { ask, refusedWith } from '../control/ask.js';
import { controlClient } from '../control/control-client.js';
import type { ShownOptions } from '../control/control-options.js';
import { recordText } from './record-text.js';

export interface TailOptions extends ShownOptions {
  readonly device?: string;
  readonly client?: string;
  readonly kind?: readonly string[];
  readonly lines: number;
  readonly follow?: boolean;
}

export async function tail(options: TailOptions, io: Io): Promise<ExitCode> {
  if (options.follow) return follow(options, io);
  return ask(
    io,
    { ...options, json: false },
    (client) => client.call<Page>('GET', `/journal?${queryOf(options)}&limit=${options.lines}`),
    ({ records }) => records.map((record) => line(record, options)).join(''),
  );
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
