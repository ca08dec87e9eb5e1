// Reads of the scenarios that come with the program what they are chosen by.
import type { Diagnostic, Result } from '../../document/diagnostic.js';
import { readHead, type ScenarioHead, scenarioId } from '../../harness/scenario/scenario.js';
import { readText, shownPath } from '../files.js';
import { bundledFiles, readScenarioIndex, shownFolder } from './scenarios.js';

/**
 * A file whose head says nothing is read whole, for it may be one of those that are meant.
 * @param couldMean whether a scenario of this id may be meant; default: all may.
 */
export async function bundledHeads(
  cwd: string,
  couldMean: (id: string) => boolean = () => true,
): Promise<Result<ScenarioHead[]>> {
  const heads: ScenarioHead[] = [];
  const diagnostics: Diagnostic[] = [];
  const files = bundledFiles();
  const [first = ''] = files;
  const indexed = readScenarioIndex(shownFolder(first, shownPath(first, cwd)));
  for (const path of files) {
    const shown = shownPath(path, cwd);
    const head = indexed(path) ?? headIn(path, shown);
    if (head) heads.push(head);
    if (head || !couldMean(scenarioId(shown))) continue;
    // The parser brings the whole language with it.
    const { loadScenarios } = await import('./scenarios.js');
    const whole = loadScenarios([path], cwd);
    if (whole.ok) heads.push(...whole.value);
    else diagnostics.push(...whole.diagnostics);
  }
  return diagnostics.length > 0 ? { ok: false, diagnostics } : { ok: true, value: heads };
}

function headIn(path: string, shown: string): ScenarioHead | undefined {
  const text = readText(path);
  return text.ok ? readHead(text.value, shown) : undefined;
}
