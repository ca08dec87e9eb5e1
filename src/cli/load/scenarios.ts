// Reads scenarios whole: those that come with the program, as the build knows them, and those of the user's own files.
import { createHash } from 'node:crypto';
import { relative, resolve, sep } from 'node:path';
import { accepted, type Diagnostic, refuseInput, type Result, worded } from '../../document/diagnostic.js';
import { parseScenario } from '../../harness/scenario/parse-scenario.js';
import { type Scenario, scenarioId } from '../../harness/scenario/scenario.js';
import { VERBS } from '../../harness/scenario/verbs/registry.js';
import type { Step } from '../../harness/scenario/verbs/verb.js';
import { assert } from '../../kernel/assert.js';
import { type Loaded, isYaml, namedFrom, pathKind, readText, shownPath, yamlFilesBelow } from '../files.js';
import { BUNDLED_SCENARIOS, SCENARIO_INDEX, isBundled, isDay } from '../package-files.js';
import { wrongFile } from './yaml-file.js';

/** The index as text, for the build. A scenario that comes with the program and cannot be parsed throws. */
export function writtenIndex(): string {
  const scenarios = bundledFiles().map((path) => {
    const text = readText(path);
    const shown = `${FOLDER}/${keyOf(path)}`;
    const parsed = text.ok && parseScenario(text.value, shown, { include: namedFrom(path) });
    assert(parsed && parsed.ok, `${path} is no scenario`);
    return [keyOf(path), parsed.value] as const;
  });
  const index: ScenarioIndex = { digest: digestOfAll(), scenarios: Object.fromEntries(scenarios) };
  return JSON.stringify(index, (key, value: unknown) =>
    key === 'verb' ? (value as Step['verb']).name : value,
  );
}

const BY_NAME = new Map(VERBS.map((verb) => [verb.name, verb]));

/** A scenario of the index with its verbs. */
export function withVerbs({ cases, ...scenario }: Scenario): Scenario {
  return {
    ...scenario,
    cases: cases.map((each) => ({
      ...each,
      steps: each.steps.map(withVerb),
      cleanup: each.cleanup.map(withVerb),
    })),
  };
}

function withVerb({ verb: name, children, ...step }: Step): Step {
  const verb = BY_NAME.get(name as unknown as string);
  assert(verb !== undefined, 'the index was written with the verbs that there are');
  return { ...step, verb, children: children.map(withVerb) };
}

/**
 * All scenarios that come with the program, whole.
 * @param couldMean whether one of this id may be meant: a broken one of the others is left out.
 */
export function bundledScenarios(cwd: string, couldMean?: (id: string) => boolean): Result<Scenario[]> {
  const files = bundledFiles();
  const read = loadScenarios(files, cwd);
  if (read.ok || !couldMean) return read;
  const isWhole = (path: string): boolean => loadScenarios([path], cwd).ok;
  return loadScenarios(
    files.filter((path) => couldMean(scenarioId(path)) || isWhole(path)),
    cwd,
  );
}

/** With fewer of them it is sooner to parse them than to read the index. */
const FEWEST_INDEXED = 20;

/** What the build knows of the scenarios that come with the program. */
function indexFor(paths: readonly string[], cwd: string): (path: string) => Scenario | undefined {
  const [first] = paths;
  if (first === undefined || paths.length < FEWEST_INDEXED) return () => undefined;
  return readScenarioIndex(shownFolder(first, shownPath(first, cwd)));
}

/** Of all files of one call. */
const MOST_CASES = 100_000;

export function loadScenarios(paths: readonly string[], cwd: string): Result<Scenario[]> {
  const scenarios: Scenario[] = [];
  const diagnostics: Diagnostic[] = [];
  let cases = 0;
  const indexed = indexFor(paths.filter(isBundled), cwd);
  for (const path of paths) {
    const known = isBundled(path) ? indexed(path) : undefined;
    if (known) {
      scenarios.push(withVerbs(known));
      continue;
    }
    const text = readText(path);
    if (!text.ok) {
      diagnostics.push(worded(text.message));
      continue;
    }
    const parsed = parseScenario(text.value, shownPath(path, cwd), { include: namedFrom(path) });
    if (parsed.ok) {
      scenarios.push(parsed.value);
      cases += parsed.value.cases.length;
      if (cases > MOST_CASES) return refuseInput(`these files have more than ${MOST_CASES} cases in all`);
    } else diagnostics.push(...wrongFile(parsed.problems, text.value).diagnostics);
  }
  return diagnostics.length > 0 ? { ok: false, diagnostics } : accepted(scenarios);
}

// Where scenarios are: the files that come with the program, which are parsed when it is built, since that would take a
// second of each run; and those that the command line names.

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
  return found.ok ? accepted(found.value.filter(isScenario)) : found;
}

/** Names on the command line: files and folders of scenarios, and what must be ids or globs then. */
export function sortNames(
  names: readonly string[],
  cwd: string,
): Result<{ readonly files: readonly string[]; readonly ids: readonly string[] }> {
  const files: string[] = [];
  const ids: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const name of names) {
    const path = resolve(cwd, name);
    const kind = pathKind(path);
    if (isYaml(name)) {
      if (kind === 'file') files.push(path);
      else diagnostics.push(worded(`there is no file ${name}`));
      continue;
    }
    const below = kind === 'folder' ? scenarioFilesBelow(path) : accepted([]);
    if (!below.ok) diagnostics.push(worded(below.message));
    else if (below.value.length > 0) files.push(...below.value);
    else ids.push(name);
  }
  return diagnostics.length > 0 ? { ok: false, diagnostics } : accepted({ files, ids });
}

// The index, which the build writes.

/** What its file says; a step has its verb by name. */
interface ScenarioIndex {
  /** Of all files of scenarios and fragments, with their paths. */
  readonly digest: string;
  /** By the path below the folder of scenarios, with slashes. */
  readonly scenarios: Readonly<Record<string, Scenario>>;
}

/** Stands for the path of the folder of scenarios as people see it. */
const FOLDER = '$scenarios';

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
