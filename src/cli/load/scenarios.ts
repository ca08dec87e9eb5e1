// The scenarios that come with the program, parsed when it is built: to parse them takes a second of each run.
import { createHash } from 'node:crypto';
import { dirname, relative, resolve, sep } from 'node:path';
import { type Diagnostic, refuseInput, type Result } from '../../document/diagnostic.js';
import { parseScenario } from '../../harness/scenario/parse-scenario.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import { VERBS } from '../../harness/scenario/verbs/registry.js';
import type { Step } from '../../harness/scenario/verbs/verb.js';
import { assert } from '../../kernel/assert.js';
import { readNamed, readText, shownPath, yamlFilesBelow } from '../files.js';
import { BUNDLED_SCENARIOS, isBundled, SCENARIO_INDEX } from '../package-files.js';
import { bundledFiles } from './scenario-files.js';

/** What the file of the index says; a step has its verb by name. */
interface ScenarioIndex {
  /** Of all files of scenarios and fragments, with their paths. */
  readonly digest: string;
  /** By the path below the folder of scenarios, with slashes. */
  readonly scenarios: Readonly<Record<string, Scenario>>;
}

/** Stands for the path of the folder of scenarios as people see it. */
const FOLDER = '$scenarios';

/** @param parse a scenario of this path, under the path as people see it. */
function indexScenarios(
  paths: readonly string[],
  parse: (path: string, shown: string) => Scenario,
): ScenarioIndex {
  const scenarios = paths.map((path) => [keyOf(path), parse(path, `${FOLDER}/${keyOf(path)}`)] as const);
  return { digest: digestOfAll(), scenarios: Object.fromEntries(scenarios) };
}

/** The index as text. */
export function writtenIndex(index: ScenarioIndex): string {
  return JSON.stringify(index, (key, value: unknown) =>
    key === 'verb' ? (value as Step['verb']).name : value,
  );
}

/**
 * What the index says of a file; undefined for others. There is none where the program was not built, or where a file
 * was changed since.
 * @param shown path of the folder of scenarios as people see it.
 */
export function readScenarioIndex(
  shown: string,
  path = SCENARIO_INDEX,
): (path: string) => Scenario | undefined {
  const text = readText(path);
  if (!text.ok) return () => undefined;
  const folder = JSON.stringify(shown).slice(1, -1);
  const { digest, scenarios } = JSON.parse(text.value.replaceAll(FOLDER, () => folder)) as ScenarioIndex;
  if (digest !== digestOfAll()) return () => undefined;
  return (file) => {
    const scenario = scenarios[keyOf(file)];
    return scenario && withVerbs(scenario);
  };
}

const BY_NAME = new Map(VERBS.map((verb) => [verb.name, verb]));

function withVerbs({ cases, ...scenario }: Scenario): Scenario {
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

// Reads scenarios whole: those that come with the program, and those of the user's own files.

/** All scenarios that come with the program, whole. */
export function bundledScenarios(cwd: string): Result<Scenario[]> {
  return loadScenarios(bundledFiles(), cwd);
}

/** With fewer of them it is sooner to parse them than to read the index. */
const FEWEST_INDEXED = 20;

/** What the build knows of the scenarios that come with the program. */
function indexFor(paths: readonly string[], cwd: string): (path: string) => Scenario | undefined {
  const [first] = paths;
  if (first === undefined || paths.length < FEWEST_INDEXED) return () => undefined;
  const folder = shownFolder(first, shownPath(first, cwd));
  return folder === undefined ? () => undefined : readScenarioIndex(folder);
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
      scenarios.push(known);
      continue;
    }
    const text = readText(path);
    if (!text.ok) {
      diagnostics.push({ kind: 'words', message: text.message });
      continue;
    }
    const parsed = parseScenario(text.value, shownPath(path, cwd), { include: includeFrom(path) });
    if (parsed.ok) {
      scenarios.push(parsed.value);
      cases += parsed.value.cases.length;
      if (cases > MOST_CASES) return refuseInput(`these files have more than ${MOST_CASES} cases in all`);
    } else diagnostics.push({ kind: 'file', problems: parsed.problems, source: text.value });
  }
  return diagnostics.length > 0 ? { ok: false, diagnostics } : { ok: true, value: scenarios };
}

/** For the build. A scenario that comes with the program and cannot be parsed throws. */
export function indexOfScenarios(): ScenarioIndex {
  return indexScenarios(bundledFiles(), (path, shown) => {
    const text = readText(path);
    const parsed = text.ok && parseScenario(text.value, shown, { include: includeFrom(path) });
    assert(parsed && parsed.ok, `${path} is no scenario`);
    return parsed.value;
  });
}

function includeFrom(scenario: string): (path: string) => string | undefined {
  return (path) => {
    const text = readNamed(resolve(dirname(scenario), path));
    return text.ok ? text.value : undefined;
  };
}
