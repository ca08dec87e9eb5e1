// What `conform tail` does: prints the last records of the journal, and new ones as they come.
import type { OptionsOf } from '../option-rows.js';
import type { JournalRecord } from '../../simulator/control/journal/entry.js';
import { worded } from '../../document/diagnostic.js';
import { printDiagnostics } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { listenForInterrupt } from '../signals.js';
import type { Io } from '../io.js';
import { controlClient, refusedWith } from '../control/client.js';
import { recordText } from './record-text.js';

type TailOptions = OptionsOf<'tail'>;

export async function tail(options: TailOptions, io: Io): Promise<ExitCode> {
  const client = await controlClient(options, io);
  if (!client.ok) return refusedWith(io, client);
  const query = queryOf(options);
  const page = await client.value.call<Page>('GET', `/journal?${query}&limit=${options.lines}`);
  if (!page.ok) return refusedWith(io, page);
  for (const record of page.value.records) show(record, options, io);
  if (!options.follow) return EXIT.passed;
  const interrupt = listenForInterrupt(() => undefined);
  const ended = await client.value.follow(
    `/journal/follow?${query}&since=${page.value.lastSeq}`,
    (event, data) => {
      if (event === 'gap') printDiagnostics(io, [worded('the journal has dropped records')]);
      else show(JSON.parse(data) as JournalRecord, options, io);
    },
    interrupt.signal,
  );
  interrupt.dispose();
  if (!ended.ok) return refusedWith(io, ended);
  if (interrupt.signal.aborted) return EXIT.passed;
  printDiagnostics(io, [worded('the simulator has gone')]);
  return EXIT.unreachable;
}

interface Page {
  readonly lastSeq: number;
  readonly records: readonly JournalRecord[];
}

function show(record: JournalRecord, { json }: TailOptions, { out, secrets }: Io): void {
  const shown = secrets.redact(record);
  if (json) out.document(`${JSON.stringify(shown)}\n`, 'json');
  else out.write(`${recordText(shown, out.paint, out.columns)}\n`);
}

function queryOf({ device, client, kind, code, slow }: TailOptions): string {
  const asked = { device, client, kind: kind?.join(','), code: code?.join(','), slow: slow?.toString() };
  const given = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return new URLSearchParams(given).toString();
}
