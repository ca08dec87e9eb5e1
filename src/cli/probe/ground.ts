// What a probe stands on, before it asks the target for anything with a token: this machine, settings, profile and dialect,
// and whether the target can be reached.
import { dirname, resolve } from 'node:path';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.js';
import { DEFAULT_PORT, isAddress } from '../addresses.js';
import { settle } from '../config/settle.js';
import type { Io } from '../io.js';
import { loadDialect } from '../load/dialect.js';
import { loadProfile } from '../load/profile.js';
import type { RunOptions } from '../run/run-options.js';
import { bad, note, ok, type ProbeFinding, problems, warn } from './finding.js';
import { reach, type Reaching } from './reach.js';
import { createServer } from 'node:net';
import { arch, platform, release } from 'node:os';
import { runningSimulators } from '../control/running.js';
import { pathKind, systemWords, unusableFolder } from '../files.js';
import {
  BUNDLED_SCENARIOS,
  DEFAULT_FLEET,
  packageVersion,
  PAGE_FILES,
  SCENARIO_INDEX,
} from '../package-files.js';
import { restoreFolder } from '../restore/hold-target.js';

export interface Ground {
  readonly findings: readonly ProbeFinding[];
  /** The profile that is meant, as it was named, and the dialect in the place of its own; absent where none is. */
  readonly meant?: Pick<RunOptions, 'dialect'> & { readonly target: string };
}

type GroundOptions = Pick<RunOptions, 'target' | 'dialect' | 'config'>;

export async function groundOf(options: GroundOptions, clock: Clock, io: Io): Promise<Ground> {
  const here = await lookHere(io);
  const settled = settle([], options, io);
  if (!settled.ok) return { findings: [...here, ...problems('settings', settled.diagnostics)] };
  const { file } = settled.value;
  const { target, dialect } = settled.value.options;
  const settings =
    file === undefined ? [] : [ok('settings', `${file} is right; conform run --dry-run shows what holds`)];
  if (target === undefined) {
    const none = note('target', 'none is named: --target FILE or URL looks at one, too');
    return { findings: [...here, ...settings, ...spokenDialect(dialect, io).findings, none] };
  }
  const isUrl = isAddress(target);
  const found = isUrl ? ofAddress(target, dialect, io) : ofProfile(target, dialect, io);
  const reached = await Promise.all(found.reaching.map((each) => reach(each, clock)));
  const findings = [
    ...here,
    ...settings,
    ...found.findings,
    ...(found.reaching.length > 0 ? proxies(io) : []),
    ...reached.flat(),
  ];
  return { findings, ...(!isUrl && { meant: { target, ...defined({ dialect }) } }) };
}

interface Found {
  readonly findings: readonly ProbeFinding[];
  readonly reaching: readonly Reaching[];
}

function ofAddress(target: string, name: string | undefined, io: Io): Found {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    return { findings: [bad('target', 'it is no http or https address')], reaching: [] };
  const isOpen = url.username !== '' || url.password !== '';
  const findings = isOpen ? [bad('target', 'an address has no credentials', 'Leave them out.')] : [];
  const { findings: spoken, dialect } = spokenDialect(name, io);
  return { findings: [...findings, ok('target', url.origin), ...spoken], reaching: [{ url, dialect }] };
}

function ofProfile(name: string, dialect: string | undefined, io: Io): Found {
  const loaded = loadProfile(name, io);
  const wrong = loaded.ok ? [] : problems('profile', loaded.diagnostics);
  // Without its secrets nobody can use the server, and it can be reached all the same.
  const env = new Proxy(io.env, { get: (given, variable: string) => given[variable] ?? 'not set' });
  const profile = loaded.ok ? loaded : loadProfile(name, { ...io, env });
  if (!profile.ok) return { findings: wrong, reaching: [] };
  const { baseUrl, websocketUrl, tls, clients, devices, dialect: own = 'default' } = profile.value;
  const words = `${name} is right: ${Object.keys(clients).length} API clients with their secrets, ${Object.keys(devices).length} devices`;
  const spoken =
    dialect === undefined
      ? spokenDialect(own, io, dirname(resolve(io.cwd, name)))
      : spokenDialect(dialect, io);
  const rest = new URL(baseUrl);
  const socket = new URL(websocketUrl.replace(/^ws/, 'http'));
  const apart =
    socket.host === rest.host ? [] : [{ url: new URL(socket.origin), ...tls, dialect: spoken.dialect }];
  return {
    findings: [
      ...(loaded.ok ? [ok('profile', words)] : wrong),
      ...spoken.findings,
      ok('target', rest.origin),
    ],
    reaching: [{ url: rest, ...tls, dialect: spoken.dialect }, ...apart],
  };
}

function spokenDialect(
  name: string | undefined,
  io: Io,
  folder = io.cwd,
): Pick<Found, 'findings'> & Pick<Reaching, 'dialect'> {
  if (name === undefined) return { findings: [] };
  const loaded = loadDialect(name, io.cwd, folder);
  return loaded.ok
    ? { findings: [ok('dialect', `${name} is right`)], dialect: loaded.value }
    : { findings: problems('dialect', loaded.diagnostics) };
}

// What of this machine a run or a simulator depends on.

/** The oldest Node that package.json names. */
const LEAST_NODE = [20, 19] as const;

async function lookHere(io: Io): Promise<ProbeFinding[]> {
  return [
    ok('conform', `${packageVersion()} on ${platform()} ${release()} ${arch()}`),
    nodeVersion(process.versions.node),
    packageWhole(),
    await loopback(),
    ...(await ports(io)),
    restoring(io),
    await stateStore(),
  ];
}

export function nodeVersion(version: string): ProbeFinding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const least = LEAST_NODE.join('.');
  const isOld = major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1]);
  return isOld
    ? bad('Node', `${version}, and ${least} or later is needed`, 'Install a later Node, and run this again.')
    : ok('Node', `${version} (${least} or later is needed)`);
}

function packageWhole(): ProbeFinding {
  const missing = [BUNDLED_SCENARIOS, DEFAULT_FLEET, SCENARIO_INDEX, PAGE_FILES].filter(
    (path) => pathKind(path) === 'nothing',
  );
  if (missing.length === 0) return ok('package', 'all its files are there');
  const names = missing.map((path) => path.split(/[\\/]/).slice(-2).join('/'));
  return bad(
    'package',
    `these of its files are missing: ${names.join(', ')}`,
    'Install it anew, or npm run build in a clone.',
  );
}

const LOOPBACK = '127.0.0.1';

/** Why no server can listen there; undefined when one can. @param port 0 for any. */
async function notListening(port: number): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer();
  return new Promise((done) => {
    server.once('error', done);
    server.listen(port, LOOPBACK, () => server.close(() => done(undefined)));
  });
}

async function loopback(): Promise<ProbeFinding> {
  const error = await notListening(0);
  if (!error) return ok('loopback', `a server can listen on ${LOOPBACK}`);
  return bad(
    'loopback',
    `no server can listen on ${LOOPBACK}: ${systemWords(error)}`,
    'A run without a target needs that.',
  );
}

async function ports(io: Io): Promise<ProbeFinding[]> {
  const simulators = await runningSimulators(io);
  const running = simulators.map(({ url }) => note('simulator', `one of yours runs at ${url}`));
  const taken: number[] = [];
  for (const port of [DEFAULT_PORT, DEFAULT_PORT + 1]) if (await notListening(port)) taken.push(port);
  if (taken.length === 0)
    return [...running, ok('ports', `${DEFAULT_PORT} and ${DEFAULT_PORT + 1} are free`)];
  const words = `${taken.join(' and ')} ${taken.length === 1 ? 'is' : 'are'} taken`;
  const isOurs = simulators.some(({ url, control }) =>
    taken.some((port) => [url, control].some((each) => each.includes(`:${port}`))),
  );
  if (isOurs) return [...running, ok('ports', `${words}, by the simulator that runs`)];
  return [...running, note('ports', words, 'conform serve --port 0 takes a free one.')];
}

function restoring(io: Io): ProbeFinding {
  const folder = restoreFolder(undefined, io);
  const message = unusableFolder(folder);
  if (message === undefined) return ok('restore', 'what has to be put back after a killed run can be kept');
  return bad(
    'restore',
    'what has to be put back after a killed run cannot be kept: its folder cannot be written',
    'Take one that can be, with --restore-dir DIR.',
  );
}

async function stateStore(): Promise<ProbeFinding> {
  try {
    await import('lmdb');
    return ok('lmdb', 'installed: conform serve --state works');
  } catch {
    return note('lmdb', 'not installed: conform serve --state does not work', 'npm install lmdb');
  }
}

/** Variables that make other programs go through a proxy. */
const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];

/** Without its address, which may hold a password. */
function proxies({ env }: Pick<Io, 'env'>): ProbeFinding[] {
  const set = PROXIES.filter((name) => env[name]);
  if (set.length === 0) return [];
  const words = `${set.join(', ')} ${set.length === 1 ? 'is' : 'are'} set; conform does not use a proxy and connects directly`;
  return [
    warn(
      'proxy',
      words,
      'If the target can be reached through the proxy only, run conform on its other side.',
    ),
  ];
}
