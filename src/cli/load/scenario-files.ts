// Where scenarios are: the files that come with the program, and those that the command line names.
import { resolve } from 'node:path';
import type { Complaint, Result } from '../../document/complaint.js';
import { isYaml, kindOf, yamlFilesBelow } from '../files.js';
import { BUNDLED_SCENARIOS } from '../package-files.js';

/** A fragment is no scenario: others include it. */
const FRAGMENT = /(^|\/)_[^/]*$/;

export function bundledFiles(): string[] {
  return kindOf(BUNDLED_SCENARIOS) === 'folder' ? scenarioFilesBelow(BUNDLED_SCENARIOS) : [];
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
