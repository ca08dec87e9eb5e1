// What `conform doctor` does: looks at all that a run depends on, and puts it on one page.
import { createSystemClock } from '../../kernel/system-clock.js';
import { labelled, plural } from '../../report/layout.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { bad, type DoctorFinding, note, ok } from './finding.js';
import { lookHere, proxies } from './here.js';
import { dirname, resolve } from 'node:path';
import type { Diagnostic } from '../../document/diagnostic.js';
import { placeOf } from '../../document/problem.js';
import type { Clock } from '../../kernel/clock.js';
import { settle } from '../config/settle.js';
import { loadDialect } from '../load/dialect.js';
import { loadProfile } from '../load/profile.js';
import type { RunOptions } from '../run/run-options.js';
import { reach, type Reaching } from './reach.js';

const WIDEST = 110;
const LABEL = 18;

export async function examine(
  { json = false, ...options }: DoctorOptions & { readonly json?: boolean },
  io: Io,
): Promise<ExitCode> {
  const clock = createSystemClock();
  const here = await lookHere(io);
  const target = await lookAtTarget(options, clock, io);
  const findings = io.secrets.redact([...here, ...target]);
  if (json) io.out.document(`${JSON.stringify(findings, null, 2)}\n`, 'json');
  else io.out.write(pageOf(findings, io));
  return codeOf(findings);
}

/** What cannot be reached is not there; everything else is to be mended here. */
export function codeOf(findings: readonly DoctorFinding[]): ExitCode {
  const inTheWay = findings.filter(({ level }) => level === 'bad');
  if (inTheWay.length === 0) return EXIT.passed;
  return inTheWay.every(({ about }) => REACHING.has(about)) ? EXIT.unreachable : EXIT.usage;
}

const REACHING: ReadonlySet<string> = new Set(['DNS', 'TCP', 'TLS', 'HTTP']);

function pageOf(findings: readonly DoctorFinding[], { out: { paint, columns } }: Io): string {
  const width = Math.min(columns ?? WIDEST, WIDEST);
  const brushes = { ok: paint.good, note: paint.quiet, warn: paint.doubtful, bad: paint.bad };
  const lines = findings.flatMap(({ level, about, words, todo }) => {
    const [first = '', ...more] = labelled(`${level.padEnd(6)}${about}`, words, 0, LABEL, width);
    const head = `${brushes[level](first.slice(0, 6))}${first.slice(6)}`;
    return [head, ...more, ...(todo === undefined ? [] : labelled('', todo, 0, LABEL, width))];
  });
  const count = (level: DoctorFinding['level']): number =>
    findings.filter((each) => each.level === level).length;
  const [wrong, doubtful] = [count('bad'), count('warn')];
  const result =
    wrong > 0
      ? paint.bad(`${plural(wrong, 'thing')} in the way.`)
      : paint.good(
          doubtful > 0
            ? `Nothing in the way; ${plural(doubtful, 'thing')} to look at.`
            : 'Nothing in the way.',
        );
  return `${[...lines, '', result].join('\n')}\n`;
}

// What of the target that is meant is right: settings, profile, secrets by name, dialect, and whether it can be reached.

type DoctorOptions = Pick<RunOptions, 'target' | 'dialect' | 'config'>;

async function lookAtTarget(options: DoctorOptions, clock: Clock, io: Io): Promise<DoctorFinding[]> {
  const settled = settle([], options, io);
  if (!settled.ok) return problems('settings', settled.diagnostics);
  const { file } = settled.value;
  const { target, dialect } = settled.value.options;
  const settings =
    file === undefined ? [] : [ok('settings', `${file} is right; conform run --dry-run shows what holds`)];
  if (target === undefined)
    return [
      ...settings,
      ...dialectFindings(dialect, io),
      note('target', 'none is named: --target FILE or URL looks at one, too'),
    ];
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(target);
  const found = isAddress ? ofAddress(target) : ofProfile(target, dialect, io);
  const reached = await Promise.all(found.reaching.map((each) => reach(each, clock)));
  return [
    ...settings,
    ...found.findings,
    ...(isAddress ? dialectFindings(dialect, io) : []),
    ...(found.reaching.length > 0 ? proxies(io) : []),
    ...reached.flat(),
  ];
}

interface Found {
  readonly findings: readonly DoctorFinding[];
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

function dialectFindings(name: string | undefined, io: Io, folder = io.cwd): DoctorFinding[] {
  if (name === undefined) return [];
  const loaded = loadDialect(name, io.cwd, folder);
  return loaded.ok ? [ok('dialect', `${name} is right`)] : problems('dialect', loaded.diagnostics);
}

/** Without the lines of the files: this page is for others. */
function problems(about: string, diagnostics: readonly Diagnostic[]): DoctorFinding[] {
  return diagnostics.flatMap((each) =>
    each.kind === 'words'
      ? [bad(about, each.message, each.hint)]
      : each.problems.map((problem) => bad(about, `${placeOf(problem)} ${problem.message}`, problem.hint)),
  );
}
