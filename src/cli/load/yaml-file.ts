// Reads a YAML file by the parser of its kind; what is wrong with it is shown with the lines around it.
import { type Diagnostic, refuseInput, type Result } from '../../document/diagnostic.js';
import type { Problem } from '../../document/problem.js';
import type { ReadResult } from '../../document/yaml-document.js';
import { readText, shownPath } from '../files.js';

/** @param hint what to do where there is no such file. */
export function loadYaml<T>(
  path: string,
  cwd: string,
  parse: (text: string, shown: string) => ReadResult<T>,
  hint?: string,
): Result<T> {
  const text = readText(path);
  if (!text.ok) return refuseInput(text.message, hint);
  const parsed = parse(text.value, shownPath(path, cwd));
  return parsed.ok ? parsed : wrongFile(parsed.problems, text.value);
}

/** @param source the text of the file. */
export function wrongFile(
  problems: readonly Problem[],
  source: string,
): { readonly ok: false; readonly diagnostics: readonly Diagnostic[] } {
  return { ok: false, diagnostics: [{ kind: 'file', problems, source }] };
}
