// What a probe stands on, before it asks the target for anything with a token: this machine, settings, profile and dialect,
// and whether the target can be reached.
import { dirname, resolve } from 'node:path';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.js';
import { isAddress } from '../addresses.js';
import { settle } from '../config/settle.js';
import type { Io } from '../io.js';
import { loadDialect } from '../load/dialect.js';
import { loadProfile } from '../load/profile.js';
import type { RunOptions } from '../run/run-options.js';
import { bad, note, ok, type ProbeFinding, problems } from './finding.js';
import { lookHere, proxies } from './machine.js';
import { reach, type Reaching } from './reach.js';

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
    return { findings: [...here, ...settings, ...dialectFindings(dialect, io), none] };
  }
  const isUrl = isAddress(target);
  const found = isUrl ? ofAddress(target) : ofProfile(target, dialect, io);
  const reached = await Promise.all(found.reaching.map((each) => reach(each, clock)));
  const findings = [
    ...here,
    ...settings,
    ...found.findings,
    ...(isUrl ? dialectFindings(dialect, io) : []),
    ...(found.reaching.length > 0 ? proxies(io) : []),
    ...reached.flat(),
  ];
  return { findings, ...(!isUrl && { meant: { target, ...defined({ dialect }) } }) };
}

interface Found {
  readonly findings: readonly ProbeFinding[];
  readonly reaching: readonly Reaching[];
}

function ofAddress(target: string): Found {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    return { findings: [bad('target', 'it is no http or https address')], reaching: [] };
  const isOpen = url.username !== '' || url.password !== '';
  const findings = isOpen ? [bad('target', 'an address has no credentials', 'Leave them out.')] : [];
  return { findings: [...findings, ok('target', url.origin)], reaching: [{ url }] };
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
      ? dialectFindings(own, io, dirname(resolve(io.cwd, name)))
      : dialectFindings(dialect, io);
  const rest = new URL(baseUrl);
  const socket = new URL(websocketUrl.replace(/^ws/, 'http'));
  const apart = socket.host === rest.host ? [] : [{ url: new URL(socket.origin), ...tls }];
  return {
    findings: [...(loaded.ok ? [ok('profile', words)] : wrong), ...spoken, ok('target', rest.origin)],
    reaching: [{ url: rest, ...tls }, ...apart],
  };
}

function dialectFindings(name: string | undefined, io: Io, folder = io.cwd): ProbeFinding[] {
  if (name === undefined) return [];
  const loaded = loadDialect(name, io.cwd, folder);
  return loaded.ok ? [ok('dialect', `${name} is right`)] : problems('dialect', loaded.diagnostics);
}
