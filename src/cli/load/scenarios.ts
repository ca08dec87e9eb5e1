// Reads scenarios whole: those that come with the program, as the build knows them, and those of the user's own files.
import { type Diagnostic, refuseInput, type Result } from '../../document/diagnostic.js';
import { parseScenario } from '../../harness/scenario/parse-scenario.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import { VERBS } from '../../harness/scenario/verbs/registry.js';
import type { Step } from '../../harness/scenario/verbs/verb.js';
import { assert } from '../../kernel/assert.js';
import { namedFrom, readText, shownPath } from '../files.js';
import { isBundled } from '../package-files.js';
import { wrongFile } from './yaml-file.js';
import { bundledFiles, indexScenarios, readScenarioIndex, shownFolder } from './scenario-files.js';

/** The index as text, for the build. A scenario that comes with the program and cannot be parsed throws. */
export function writtenIndex(): string {
  const index = indexScenarios((path, shown) => {
    const text = readText(path);
    const parsed = text.ok && parseScenario(text.value, shown, { include: namedFrom(path) });
    assert(parsed && parsed.ok, `${path} is no scenario`);
    return parsed.value;
  });
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
      diagnostics.push({ kind: 'words', message: text.message });
      continue;
    }
    const parsed = parseScenario(text.value, shownPath(path, cwd), { include: namedFrom(path) });
    if (parsed.ok) {
      scenarios.push(parsed.value);
      cases += parsed.value.cases.length;
      if (cases > MOST_CASES) return refuseInput(`these files have more than ${MOST_CASES} cases in all`);
    } else diagnostics.push(...wrongFile(parsed.problems, text.value).diagnostics);
  }
  return diagnostics.length > 0 ? { ok: false, diagnostics } : { ok: true, value: scenarios };
}
