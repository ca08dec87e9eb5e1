// The real executable against a hostile server that stands in front of the real simulator, and all that both print.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, start } from '../../e2e/bin.js';
import { type PoisonServer, startPoisonServer } from './poison-server.js';
import { type PrivateFleet, writePrivateFleet } from './private-fleet.js';
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
const REPORTS = ['junit', 'json', 'html', 'github', 'sarif', 'trace'];

interface Stage {
  readonly folder: string;
  readonly hostile: PoisonServer;
  readonly fleet: PrivateFleet;
  /** Arguments that say which fleet it is, and how fast time goes there. */
  readonly named: readonly string[];
  /** Where the control plane of the service behind is. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends the service, and tells what it has written. */
  served(): Promise<Output[]>;
}

async function onStage(seed: number, act: (stage: Stage) => Promise<Played>): Promise<HostileRun> {
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
  const served = async (): Promise<Output[]> => {
    service.kill('SIGTERM');
    const { stderr } = await service.ended;
    return [
      { name: 'serve, stderr', text: stderr },
      { name: 'journal', text: readFileSync(journal, 'utf8') },
    ];
  };
  try {
    const env = { CONFORM_CONTROL: control, CONFORM_CONTROL_TOKEN: token };
    const { code, outputs } = await act({ folder, hostile, fleet, named, env, served });
    const { said } = hostile;
    return { code, outputs, secrets: new Set([...hostile.secrets, ...fleet.secrets, token]), said };
  } finally {
    await hostile.close();
    service.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
}

type Played = Pick<HostileRun, 'code' | 'outputs'>;

/** What a run prints and writes, the page on which it can be watched among it. */
export function runHostile({ seed, what, time }: HostileRunOptions): Promise<HostileRun> {
  return onStage(seed, async ({ folder, hostile, named, env, served }) => {
    const running = start(
      [
        ...['run', ...what, '--target', hostile.url, ...named],
        ...['--anyway', '--verbose', '--live', '--time', time, '--seed', String(seed)],
        ...['--save-counterexamples', join(folder, 'found'), '--save-repro', join(folder, 'repro')],
        ...REPORTS.flatMap((kind) => ['--report', `${kind}=${join(folder, kind)}`]),
      ],
      { env },
    );
    const page = await watched(running);
    const ran = await running.ended;
    const outputs = [...printedBy('run', ran), ...page(), ...REPORTS.map((name) => written(folder, name))];
    for (const [name, args] of Object.entries({
      tail: ['tail', '-n', '5000'],
      'tail --json': ['tail', '--json', '-n', '5000'],
      judge: ['judge', join(folder, 'trace')],
    }))
      outputs.push(...printedBy(name, await start(args, { env }).ended));
    return {
      code: ran.code,
      outputs: [
        ...outputs,
        ...filesIn(join(folder, 'found')),
        ...filesIn(join(folder, 'repro')),
        ...(await served()),
      ],
    };
  });
}

/** What a probe drafts of a hostile server, and what it says of the draft. */
export function probeHostile(seed: number): Promise<HostileRun> {
  return onStage(seed, async ({ folder, hostile, fleet, served }) => {
    const draft = join(folder, 'draft');
    const env = { CONFORM_DRAFTED_SECRET: fleet.secrets[0] ?? '' };
    const drawn = ['probe', hostile.url, '--client-id', 'operator', '--out', draft, '--verbose'];
    const drafted = await start(drawn, { env }).ended;
    const checked = await start(['probe', '--target', join(draft, 'target.yaml'), '--verbose'], { env })
      .ended;
    const outputs = [...printedBy('probe --out', drafted), ...printedBy('probe --target', checked)];
    return { code: drafted.code, outputs: [...outputs, ...filesIn(draft), ...(await served())] };
  });
}

/** What an audit prints and writes of a client before a hostile service. */
export function auditHostile(seed: number): Promise<HostileRun> {
  return onStage(seed, async ({ folder, hostile, fleet, served }) => {
    const profile = join(folder, 'profile.yaml');
    writeFileSync(
      profile,
      `baseUrl: ${hostile.url}
clients: { me: { clientId: operator, clientSecretEnv: SECRET, scopes: ['device:control', 'device:config', 'device:manage'] } }
devices: { bench: { deviceId: bench-01, relays: [2] } }
`,
    );
    const running = start(
      [
        ...['audit', '--proxy', profile, '--day', 'calm', '--day', 'lost-responses', '--verbose', '--live'],
        ...['--seed', String(seed), '--keep', join(folder, 'kept')],
        ...REPORTS.flatMap((kind) => ['--report', `${kind}=${join(folder, kind)}`]),
        ...['--', process.execPath, 'examples/client/dist/main.js'],
      ],
      { env: { SECRET: fleet.secrets[0] ?? '' } },
    );
    const page = await watched(running);
    const ran = await running.ended;
    return {
      code: ran.code,
      outputs: [
        ...printedBy('audit', ran),
        ...page(),
        ...REPORTS.map((name) => written(folder, name)),
        ...filesIn(join(folder, 'kept')),
        ...(await served()),
      ],
    };
  });
}

/** Reads the stream of the page of `--live` to its end. */
async function watched(running: Running): Promise<() => Output[]> {
  const [, address = '', token = ''] = await running.printed('stderr', /watch it: (http:\S+)#token=(\S+)/);
  let text = '';
  const read = async (): Promise<void> => {
    const reply = await fetch(`${address}run/v1/live`, { headers: { authorization: `Bearer ${token}` } });
    for await (const piece of reply.body ?? []) text += Buffer.from(piece).toString();
  };
  read().catch(() => undefined);
  return () => [{ name: 'page', text }];
}

function printedBy(name: string, { stdout, stderr }: { stdout: string; stderr: string }): Output[] {
  return [
    { name: `${name}, stdout`, text: stdout },
    { name: `${name}, stderr`, text: stderr },
  ];
}

function written(folder: string, name: string): Output {
  const file = join(folder, name);
  return { name, text: existsSync(file) ? readFileSync(file, 'utf8') : '' };
}

/** Nothing may have been found that could be kept. */
function filesIn(folder: string): Output[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => written(folder, name));
}
