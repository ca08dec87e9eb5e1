// The scenarios that come with the program, parsed when it is built: to parse them takes a second of each run.
import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { assert } from '../../kernel/assert.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import { VERBS } from '../../harness/scenario/verbs/registry.js';
import type { Step } from '../../harness/scenario/verbs/verb.js';
import { readText, yamlFilesBelow } from '../files.js';
import { BUNDLED_SCENARIOS, SCENARIO_INDEX } from '../package-files.js';

/** What the file of the index says; a step has its verb by name. */
export interface ScenarioIndex {
  /** Of all files of scenarios and fragments, with their paths. */
  readonly digest: string;
  /** By the path below the folder of scenarios, with slashes. */
  readonly scenarios: Readonly<Record<string, Scenario>>;
}

/** Stands for the path of the folder of scenarios as people see it. */
const FOLDER = '$scenarios';

/** @param parse a scenario of this path, under the path as people see it. */
export function indexScenarios(
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
