// Reads scenarios: those that come with the program, and those of the user's own files.
import { dirname, resolve } from 'node:path';
import { parseScenario } from '../../harness/scenario/parse-scenario.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import type { Complaint, Result } from '../../document/complaint.js';
import { isYaml, kindOf, readText, shownPath, yamlFilesBelow } from '../files.js';
import { BUNDLED_SCENARIOS } from '../package-files.js';

/** A fragment is no scenario: others include it. */
const FRAGMENT = /(^|\/)_[^/]*$/;

export function bundledScenarios(cwd: string): Result<Scenario[]> {
  if (kindOf(BUNDLED_SCENARIOS) !== 'folder') return { ok: true, value: [] };
  return loadScenarios(scenarioFilesBelow(BUNDLED_SCENARIOS), cwd);
}

export function loadScenarios(paths: readonly string[], cwd: string): Result<Scenario[]> {
  const scenarios: Scenario[] = [];
  const complaints: Complaint[] = [];
  for (const path of paths) {
    const text = readText(path);
    if (!text.ok) {
      complaints.push({ kind: 'words', message: text.message });
      continue;
    }
    const parsed = parseScenario(text.value, shownPath(path, cwd), { include: includeFrom(path) });
    if (parsed.ok) scenarios.push(parsed.value);
    else complaints.push({ kind: 'file', problems: parsed.problems, source: text.value });
  }
  return complaints.length > 0 ? { ok: false, complaints } : { ok: true, value: scenarios };
}

function includeFrom(scenario: string): (path: string) => string | undefined {
  return (path) => {
    const text = readText(resolve(dirname(scenario), path));
    return text.ok ? text.value : undefined;
  };
}

function scenarioFilesBelow(folder: string): string[] {
  return yamlFilesBelow(folder).filter((path) => !FRAGMENT.test(path));
}

/** Names on the command line: files and folders of scenarios, and what must be ids or globs then. */
export interface Named {
  readonly files: readonly string[];
  readonly ids: readonly string[];
}

export function sortNames(names: readonly string[], cwd: string): Result<Named> {
  const files: string[] = [];
  const ids: string[] = [];
  const complaints: Complaint[] = [];
  for (const name of names) {
    const path = resolve(cwd, name);
    const kind = kindOf(path);
    if (isYaml(name)) {
      if (kind === 'file') files.push(path);
      else complaints.push({ kind: 'words', message: `there is no file ${name}` });
    } else if (kind === 'folder' && scenarioFilesBelow(path).length > 0) {
      files.push(...scenarioFilesBelow(path));
    } else {
      ids.push(name);
    }
  }
  return complaints.length > 0 ? { ok: false, complaints } : { ok: true, value: { files, ids } };
}
