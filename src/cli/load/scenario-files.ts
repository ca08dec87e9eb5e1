// Where scenarios are: the files that come with the program, which are parsed when it is built, since that would take a
// second of each run; and those that the command line names.
import { createHash } from 'node:crypto';
import { relative, resolve, sep } from 'node:path';
import type { Diagnostic, Result } from '../../document/diagnostic.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import { isYaml, type Loaded, pathKind, readText, yamlFilesBelow } from '../files.js';
import { BUNDLED_SCENARIOS, isDay, SCENARIO_INDEX } from '../package-files.js';

/** A fragment is no scenario: others include it. Paths have slashes or, on Windows, backslashes. */
const FRAGMENT = /(^|[\\/])_[^\\/]*$/;

export function isFragment(path: string): boolean {
  return FRAGMENT.test(path);
}

export function bundledFiles(): string[] {
  const found = scenarioFilesBelow(BUNDLED_SCENARIOS);
  return found.ok ? found.value : [];
}

function scenarioFilesBelow(folder: string): Loaded<string[]> {
  const found = yamlFilesBelow(folder);
  const isScenario = (path: string): boolean => !isFragment(path) && !isDay(path);
  return found.ok ? { ok: true, value: found.value.filter(isScenario) } : found;
}

/** Names on the command line: files and folders of scenarios, and what must be ids or globs then. */
export interface NamedFiles {
  readonly files: readonly string[];
  readonly ids: readonly string[];
}

export function sortNames(names: readonly string[], cwd: string): Result<NamedFiles> {
  const files: string[] = [];
  const ids: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const name of names) {
    const path = resolve(cwd, name);
    const kind = pathKind(path);
    if (isYaml(name)) {
      if (kind === 'file') files.push(path);
      else diagnostics.push({ kind: 'words', message: `there is no file ${name}` });
      continue;
    }
    const below = kind === 'folder' ? scenarioFilesBelow(path) : { ok: true as const, value: [] };
    if (!below.ok) diagnostics.push({ kind: 'words', message: below.message });
    else if (below.value.length > 0) files.push(...below.value);
    else ids.push(name);
  }
  return diagnostics.length > 0 ? { ok: false, diagnostics } : { ok: true, value: { files, ids } };
}

// The index, which the build writes.

/** What its file says; a step has its verb by name. */
export interface ScenarioIndex {
  /** Of all files of scenarios and fragments, with their paths. */
  readonly digest: string;
  /** By the path below the folder of scenarios, with slashes. */
  readonly scenarios: Readonly<Record<string, Scenario>>;
}

/** Stands for the path of the folder of scenarios as people see it. */
const FOLDER = '$scenarios';

/** @param parse a scenario of this path, under the path as people see it. */
export function indexScenarios(parse: (path: string, shown: string) => Scenario): ScenarioIndex {
  const scenarios = bundledFiles().map(
    (path) => [keyOf(path), parse(path, `${FOLDER}/${keyOf(path)}`)] as const,
  );
  return { digest: digestOfAll(), scenarios: Object.fromEntries(scenarios) };
}

/**
 * What the index says of a file; undefined for others. There is none where the program was not built, or where a file
 * was changed since. Steps have their verbs by name.
 * @param shown path of the folder of scenarios as people see it; undefined where they are known by other ids.
 */
export function readScenarioIndex(
  shown: string | undefined,
  path = SCENARIO_INDEX,
): (path: string) => Scenario | undefined {
  const text = readText(path);
  if (!text.ok || shown === undefined) return () => undefined;
  const folder = JSON.stringify(shown).slice(1, -1);
  const { digest, scenarios } = JSON.parse(text.value.replaceAll(FOLDER, () => folder)) as ScenarioIndex;
  return digest === digestOfAll() ? (file) => scenarios[keyOf(file)] : () => undefined;
}

function keyOf(path: string): string {
  return relative(BUNDLED_SCENARIOS, path).split(sep).join('/');
}

function digestOfAll(): string {
  const hash = createHash('sha256');
  const found = yamlFilesBelow(BUNDLED_SCENARIOS);
  for (const path of found.ok ? found.value : []) {
    const text = readText(path);
    hash.update(`${keyOf(path)}\n${text.ok ? text.value : ''}\n`);
  }
  return hash.digest('base64');
}

/** The folder of scenarios as people see it, by the path of one of them. */
export function shownFolder(path: string, shown: string): string | undefined {
  const key = keyOf(path);
  return shown.endsWith(`/${key}`) ? shown.slice(0, -key.length - 1) : undefined;
}
