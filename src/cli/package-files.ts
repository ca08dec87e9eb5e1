// Where the files that come with the program are, in a clone as in an installed package.
import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { assert } from '../kernel/assert.js';
import { readText } from './files.js';

export const PACKAGE_ROOT = packageAbove(dirname(fileURLToPath(import.meta.url)));

/** The bundle puts this code at another depth than `src` has it. */
function packageAbove(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  assert(above !== folder, 'the program has lost its package.json');
  return packageAbove(above);
}

/** The code of threads of the built program. */
export const THREADS = {
  programs: builtModule('cli/run/programs-worker.js'),
  selfTest: builtModule('cli/self-test/worker.js'),
  watch: builtModule('cli/audit/watch/worker.js'),
} as const;

/** What a client in virtual time loads first: a folder, and of Node the file. */
const PRELOADS = join(PACKAGE_ROOT, 'fixtures', 'preload');
export const PRELOADED = { node: join(PRELOADS, 'node.mjs'), python: PRELOADS } as const;

function builtModule(path: string): URL {
  return pathToFileURL(join(PACKAGE_ROOT, 'dist', path));
}

export const BUNDLED_SCENARIOS = join(PACKAGE_ROOT, 'scenarios');
/** The days of an audit, which lie among the scenarios and are none. */
export const BUNDLED_DAYS = join(BUNDLED_SCENARIOS, 'clients');

export function isDay(path: string): boolean {
  return path.startsWith(BUNDLED_DAYS + sep);
}

/** Whether a path leads to a scenario that comes with the program. */
export function isBundled(path: string): boolean {
  return path.startsWith(BUNDLED_SCENARIOS + sep);
}

/** Written when the program is built. */
export const SCENARIO_INDEX = join(PACKAGE_ROOT, 'dist', 'scenarios.json');

export const DEFAULT_FLEET = join(PACKAGE_ROOT, 'fixtures', 'fleets', 'default.yaml');

/** Fault plans that come with the program. */
export const BUNDLED_FAULTS = join(PACKAGE_ROOT, 'fixtures', 'faults');

/** The page and the frame of the HTML report, as the build has made them. */
export const PAGE_FILES = join(PACKAGE_ROOT, 'dist', 'page');

export const BUNDLED_VARIANTS = join(PACKAGE_ROOT, 'fixtures', 'variants');

/** A target profile with every key in it. */
export const EXAMPLE_TARGET = join(PACKAGE_ROOT, 'fixtures', 'targets', 'example.yaml');

/** Clients that keep the rules, for Node, Python and Go: their parts are shown, and they are audited. */
export const SHOWN_CLIENTS = [
  { ending: 'js', language: 'Node', path: join(PACKAGE_ROOT, 'fixtures', 'clients', 'client.mjs') },
  { ending: 'py', language: 'Python', path: join(PACKAGE_ROOT, 'fixtures', 'clients', 'client.py') },
  { ending: 'go', language: 'Go', path: join(PACKAGE_ROOT, 'fixtures', 'clients', 'client.go') },
] as const;

/** The file of an audit with every key in it. */
export const EXAMPLE_AUDIT = join(PACKAGE_ROOT, 'fixtures', 'audits', 'example.yaml');

/** The settings of a run with every key in it. */
export const EXAMPLE_CONFIG = join(PACKAGE_ROOT, 'fixtures', 'configs', 'example.yaml');

/** The dialects that go by a name instead of a path. */
export const NAMED_DIALECTS = ['default', 'scrambled'] as const;

export function namedDialect(name: (typeof NAMED_DIALECTS)[number]): string {
  return join(PACKAGE_ROOT, 'fixtures', 'dialects', `${name}.yaml`);
}

/** Dialects in the manner of real product lines. */
export const GALLERY = join(PACKAGE_ROOT, 'fixtures', 'dialects', 'gallery');

export function packageVersion(): string {
  const text = readText(join(PACKAGE_ROOT, 'package.json'));
  assert(text.ok, 'the program has lost its package.json');
  return (JSON.parse(text.value) as { version: string }).version;
}
