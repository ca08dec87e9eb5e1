// What `conform tail` does: prints the last records of the journal, and new ones as they come.
import type { OptionsOf } from '../option-rows.js';
import type { JournalRecord } from '../../simulator/control/journal/entry.js';
import { printDiagnostics } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { listenForInterrupt } from '../signals.js';
import type { Io } from '../io.js';
import { type ControlAnswer, type ControlClient, controlClient, refusedWith } from '../control/client.js';
import { recordText } from './record-text.js';

type TailOptions = OptionsOf<'tail'>;

export async function tail(options: TailOptions, io: Io): Promise<ExitCode> {
  if (options.follow) return follow(options, io);
  const page = await lastRecords(options, await controlClient(options, io));
  if (!page.ok) return refusedWith(io, page);
  for (const record of page.value.records) show(record, options, io);
  return EXIT.passed;
}

interface Page {
  readonly lastSeq: number;
  readonly records: readonly JournalRecord[];
}

async function lastRecords(
  options: TailOptions,
  client: ControlAnswer<ControlClient>,
): Promise<ControlAnswer<Page>> {
  if (!client.ok) return client;
  return client.value.call('GET', `/journal?${queryOf(options)}&limit=${options.lines}`);
}

async function follow(options: TailOptions, io: Io): Promise<ExitCode> {
  const client = await controlClient(options, io);
  if (!client.ok) return refusedWith(io, client);
  const query = queryOf(options);
  const page = await lastRecords(options, client);
  if (!page.ok) return refusedWith(io, page);
  for (const record of page.value.records) show(record, options, io);
  const interrupt = listenForInterrupt(() => undefined);
  const ended = await client.value.follow(
    `/journal/follow?${query}&since=${page.value.lastSeq}`,
    (event, data) => {
      if (event === 'gap')
        printDiagnostics(io, [{ kind: 'words', message: 'the journal has dropped records' }]);
      else show(JSON.parse(data) as JournalRecord, options, io);
    },
    interrupt.signal,
  );
  interrupt.dispose();
  if (!ended.ok) return refusedWith(io, ended);
  if (interrupt.signal.aborted) return EXIT.passed;
  printDiagnostics(io, [{ kind: 'words', message: 'the simulator has gone' }]);
  return EXIT.unreachable;
}

function show(record: JournalRecord, { json }: TailOptions, { out, secrets }: Io): void {
  const shown = secrets.redact(record);
  if (json) out.document(`${JSON.stringify(shown)}\n`, 'json');
  else out.write(`${recordText(shown, out.paint, out.columns)}\n`);
}

function queryOf({ device, client, kind, code, slow }: TailOptions): string {
  const query = new URLSearchParams();
  if (device !== undefined) query.set('device', device);
  if (client !== undefined) query.set('client', client);
  if (kind !== undefined) query.set('kind', kind.join(','));
  if (code !== undefined) query.set('code', code.join(','));
  if (slow !== undefined) query.set('slow', String(slow));
  return query.toString();
}
