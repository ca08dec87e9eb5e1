// Where scenarios are: the files that come with the program, and those that the command line names.
import { resolve } from 'node:path';
import type { Diagnostic, Result } from '../../document/diagnostic.js';
import { isYaml, pathKind, type Loaded, yamlFilesBelow } from '../files.js';
import { BUNDLED_SCENARIOS, isDay } from '../package-files.js';

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
