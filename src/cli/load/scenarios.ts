// Reads scenarios whole: those that come with the program, and those of the user's own files.
import { dirname, resolve } from 'node:path';
import { assert } from '../../kernel/assert.js';
import { type Diagnostic, refuseInput, type Result } from '../../document/diagnostic.js';
import { parseScenario } from '../../harness/scenario/parse-scenario.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import { readNamed, readText, shownPath } from '../files.js';
import { isBundled } from '../package-files.js';
import { bundledFiles } from './scenario-files.js';
import { indexScenarios, readScenarioIndex, type ScenarioIndex, shownFolder } from './scenario-index.js';

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
