// What `conform validate` does: checks files and folders of them, and says what is wrong.
import { basename, resolve } from 'node:path';
import { accepted, type Diagnostic, type Result, worded } from '../../document/diagnostic.js';
import { printDiagnostics } from '../diagnostics.js';
import { EXIT } from '../exit-codes.js';
import { pathKind, readText, shownPath, yamlFilesBelow } from '../files.js';
import type { Io } from '../io.js';
import { readYaml } from '../../document/yaml-document.js';
import { isObject } from '../../kernel/json.js';
import type { FleetSpec } from '../../simulator/fleet/fleet-spec.js';
import type { FileKind } from '../names.js';

export async function validateFiles(
  names: readonly string[],
  io: Io,
  options: FileCheckOptions,
): Promise<0 | 2> {
  const diagnostics: Diagnostic[] = [];
  let checked = 0;
  for (const name of names) {
    const path = resolve(io.cwd, name);
    const below = pathKind(path) === 'folder' ? yamlFilesBelow(path) : accepted([path]);
    const files = below.ok ? below.value : [];
    if (!below.ok) diagnostics.push(worded(below.message));
    else if (files.length === 0) diagnostics.push(worded(`there is no YAML file in ${name}`));
    for (const file of files) {
      checked += 1;
      const { kind, diagnostics: found } = await checkFile(file, io, options);
      diagnostics.push(...found);
      if (found.length === 0)
        io.out.write(`${shownPath(file, io.cwd)}  ${io.out.paint.good('valid')} ${kind}\n`);
    }
  }
  printDiagnostics(io, diagnostics);
  return diagnostics.length > 0 || checked === 0 ? EXIT.usage : EXIT.passed;
}

// Checks one file by the parser of its kind, which is loaded for it; the keys of the file tell which kind it is.

interface FileCheckOptions {
  /** What the file is; its keys tell when it is not given. */
  readonly as?: FileKind | undefined;
  /** The file of the fleet whose names fault plans and variants use; the demo fleet when it is not given. */
  readonly fleet?: string | undefined;
}

type Check = (path: string, io: Io, options: FileCheckOptions) => Promise<Result<unknown>>;

/** By a parser that needs the names of a fleet. */
const overFleet =
  (load: (path: string, fleet: FleetSpec, cwd: string) => Promise<Result<unknown>>): Check =>
  async (path, { cwd }, options) => {
    const fleet = (await import('../load/fleet.js')).loadFleet(options.fleet, cwd);
    return fleet.ok ? load(path, fleet.value.spec, cwd) : fleet;
  };

const CHECKS: Readonly<Record<FileKind, Check>> = {
  scenario: async (path, { cwd }) => (await import('../load/scenarios.js')).loadScenarios([path], cwd),
  fleet: async (path, { cwd }) => (await import('../load/fleet.js')).loadFleet(path, cwd),
  dialect: async (path, { cwd }) => (await import('../load/dialect.js')).loadDialect(path, cwd),
  // Secrets are for those who run it: whoever checks the file, in CI perhaps, need not have them.
  target: async (path, io) => {
    const env = new Proxy(io.env, { get: (given, name: string) => given[name] ?? 'some secret' });
    return (await import('../load/profile.js')).loadProfile(path, { ...io, env });
  },
  // The dialect of a variant has to be there, too.
  variant: overFleet(async (path, fleet, cwd) =>
    (await import('../load/variants.js')).loadVariants([path], fleet, cwd),
  ),
  'fault-plan': overFleet(async (path, fleet, cwd) =>
    (await import('../load/variants.js')).loadFaultPlan(path, fleet, cwd),
  ),
  // With its faults as the simulator knows them.
  day: overFleet(async (path, fleet, cwd) => (await import('../load/days.js')).loadDays(path, fleet, cwd)),
  audit: async (path, { cwd }) => (await import('../load/days.js')).loadAuditFile(path, cwd),
  config: async (path, { cwd }) => (await import('../config/settle.js')).readConfigFile(path, cwd),
};

/** What the file is, undefined when nothing tells it, and what is wrong with it. */
export async function checkFile(path: string, io: Io, options: FileCheckOptions) {
  const kind = options.as ?? guessKind(path, io);
  if (kind === undefined) return { kind, diagnostics: [ofNoKind(shownPath(path, io.cwd))] };
  const outcome = await CHECKS[kind](path, io, options);
  return { kind, diagnostics: outcome.ok ? [] : outcome.diagnostics };
}

/** Keys that only one kind of file has at its top. */
const TELLING_KEYS: readonly (readonly [FileKind, readonly string[]])[] = [
  ['config', ['what', 'reports', 'baseline', 'restriction']],
  ['variant', ['why', 'styles']],
  ['day', ['lasts', 'exercises', 'orders']],
  ['scenario', ['steps', 'rules', 'title']],
  ['target', ['baseUrl', 'websocketUrl', 'patience', 'url']],
  ['fleet', ['profiles', 'limits']],
  ['dialect', ['peripherals', 'command', 'commandStatus', 'wsRequest', 'shapes']],
  ['fault-plan', ['faults']],
  ['audit', ['instances', 'credentials', 'env', 'waivers']],
];

/** What cannot be read is read as a scenario, which says why. */
function guessKind(path: string, { cwd }: Io): FileKind | undefined {
  if (basename(path) === 'conform.config.yaml') return 'config';
  const text = readText(path);
  const document = text.ok ? readYaml(text.value, shownPath(path, cwd)) : undefined;
  if (!document?.ok) return 'scenario';
  const { value } = document.value;
  // Of the kinds that have a command, only an audit has one of words.
  if (isObject(value) && Array.isArray(value['command'])) return 'audit';
  const keys = isObject(value) ? Object.keys(value) : [];
  return TELLING_KEYS.find(([, telling]) => telling.some((key) => keys.includes(key)))?.[0];
}

function ofNoKind(file: string): Diagnostic {
  const known = TELLING_KEYS.map(([kind, [first = '']]) => `${kind} (${first})`).join(', ');
  return worded(
    `${file} is none of the files that conform reads, or has no key at its top that tells which one`,
    `Kinds, each with such a key: ${known}. Or say what it is with --as.`,
  );
}
