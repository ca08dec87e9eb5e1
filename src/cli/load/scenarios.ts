// Reads scenarios whole: those that come with the program, and those of the user's own files.
import { dirname, resolve } from 'node:path';
import { type Diagnostic, refuse, type Result } from '../../document/diagnostic.js';
import { parseScenario } from '../../harness/scenario/parse-scenario.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import { readNamed, readText, shownPath } from '../files.js';
import { bundledFiles } from './scenario-files.js';

/** All scenarios that come with the program, whole. */
export function bundledScenarios(cwd: string): Result<Scenario[]> {
  return loadScenarios(bundledFiles(), cwd);
}

/** Of all files of one call. */
const MOST_CASES = 100_000;

export function loadScenarios(paths: readonly string[], cwd: string): Result<Scenario[]> {
  const scenarios: Scenario[] = [];
  const diagnostics: Diagnostic[] = [];
  let cases = 0;
  for (const path of paths) {
    const text = readText(path);
    if (!text.ok) {
      diagnostics.push({ kind: 'words', message: text.message });
      continue;
    }
    const parsed = parseScenario(text.value, shownPath(path, cwd), { include: includeFrom(path) });
    if (parsed.ok) {
      scenarios.push(parsed.value);
      cases += parsed.value.cases.length;
      if (cases > MOST_CASES) return refuse(`these files have more than ${MOST_CASES} cases in all`);
    } else diagnostics.push({ kind: 'file', problems: parsed.problems, source: text.value });
  }
  return diagnostics.length > 0 ? { ok: false, diagnostics } : { ok: true, value: scenarios };
}

function includeFrom(scenario: string): (path: string) => string | undefined {
  return (path) => {
    const text = readNamed(resolve(dirname(scenario), path));
    return text.ok ? text.value : undefined;
  };
}
