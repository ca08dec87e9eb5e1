// Finds values that must differ and do not.
import type { Problem } from '../../document/problem.js';
import { problemAt } from '../../document/validate.js';
import type { Path, YamlDocument } from '../../document/yaml-document.js';

export interface NamedPath {
  readonly path: Path;
  /** In words: `deviceId of bench`. */
  readonly what: string;
  readonly value: unknown;
}

export function reportRepeats(
  problems: Problem[],
  document: YamlDocument,
  values: readonly NamedPath[],
): void {
  const seen = new Map<unknown, string>();
  for (const { path, what, value } of values) {
    const first = seen.get(value);
    if (first === undefined) seen.set(value, what);
    else problems.push(problemAt(document, path, `${JSON.stringify(value)} is also the ${first}`));
  }
}
