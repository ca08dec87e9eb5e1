// The real executable against a hostile server that stands in front of the real simulator, and all that both print.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../../e2e/bin.js';
import { startPoisonServer } from './poison-server.js';
import { writePrivateFleet } from './private-fleet.js';
import type { Output } from './search.js';

export interface HostileRun {
  readonly code: number | null;
  readonly outputs: readonly Output[];
  readonly secrets: ReadonlySet<string>;
  readonly said: { readonly replies: number; readonly frames: number; readonly closes: number };
}

export interface HostileRunOptions {
  readonly seed: number;
  /** Ids of scenarios, or globs; none takes all that comes with the program. */
  readonly what: readonly string[];
  /** For random programs, such as `20s`. */
  readonly time: string;
}

const SPEED = ['--speed', '10'];
const REPORTS = ['junit', 'json', 'html', 'github', 'trace'];

export async function runHostile({ seed, what, time }: HostileRunOptions): Promise<HostileRun> {
  const folder = mkdtempSync(join(tmpdir(), 'conform-print-'));
  const fleet = writePrivateFleet(folder, seed);
  const named = ['--fleet', fleet.file, ...SPEED];
  const journal = join(folder, 'journal.ndjson');
  const service = start(['serve', '--port', '0', ...named, '--verbose', '--journal', journal]);
  const [, url = ''] = await service.printed('stdout', /listening on (http:\S+)/);
  const [, control = '', token = ''] = await service.printed(
    'stdout',
    /CONFORM_CONTROL=(\S+) CONFORM_CONTROL_TOKEN=(\S+)/,
  );
  const hostile = await startPoisonServer(url);
  try {
    const kept = join(folder, 'found');
    const env = { CONFORM_CONTROL: control, CONFORM_CONTROL_TOKEN: token };
    const ran = await start(
      [
        ...['run', ...what, '--target', hostile.url, ...named],
        ...['--anyway', '--verbose', '--time', time, '--seed', String(seed), '--save-counterexamples', kept],
        ...REPORTS.flatMap((kind) => ['--report', `${kind}=${join(folder, kind)}`]),
      ],
      { env },
    ).ended;
    const tail = await start(['tail', '-n', '5000'], { env }).ended;
    const records = await start(['tail', '--json', '-n', '5000'], { env }).ended;
    const judged = await start(['judge', join(folder, 'trace')]).ended;
    if (![0, 1, 4].includes(ran.code ?? -1))
      throw new Error(`${ran.code} ${ran.signal}: ${ran.stderr.slice(-3000)}`);
    service.kill('SIGTERM');
    const served = await service.ended;
    return {
      code: ran.code,
      outputs: [
        { name: 'run, stdout', text: ran.stdout },
        { name: 'run, stderr', text: ran.stderr },
        ...REPORTS.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') })),
        ...filesIn(kept),
        { name: 'serve, stderr', text: served.stderr },
        { name: 'journal', text: readFileSync(journal, 'utf8') },
        { name: 'tail', text: tail.stdout + tail.stderr },
        { name: 'tail --json', text: records.stdout + records.stderr },
        { name: 'judge', text: judged.stdout + judged.stderr },
      ],
      secrets: new Set([...hostile.secrets, ...fleet.secrets, token]),
      said: hostile.said,
    };
  } finally {
    await hostile.close();
    service.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
}

function filesIn(folder: string): Output[] {
  try {
    return readdirSync(folder).map((name) => ({
      name: `counterexample ${name}`,
      text: readFileSync(join(folder, name), 'utf8'),
    }));
  } catch {
    // Nothing was found that could be kept.
    return [];
  }
}
