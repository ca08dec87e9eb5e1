// What the scenarios that come with the program are chosen by, read from them or worked out when the program was built.
import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import type { Diagnostic, Result } from '../../document/diagnostic.js';
import { readHead, type ScenarioHead, scenarioId } from '../../harness/scenario/scenario-head.js';
import { readText, shownPath } from '../files.js';
import { BUNDLED_SCENARIOS, HEAD_INDEX } from '../package-files.js';
import { bundledFiles } from './scenario-files.js';

// What the scenarios that come with the program are chosen by, worked out when it is built: a start then reads no YAML
// of those that are not meant.

interface Indexed {
  /** Of the text that the head was read from. */
  readonly digest: string;
  readonly head: ScenarioHead;
}

/** By the path below the folder of scenarios, with slashes. */
type HeadIndex = Readonly<Record<string, Indexed>>;

/** Of all files whose head says what they are. */
export function indexHeads(): HeadIndex {
  return Object.fromEntries(
    bundledFiles().flatMap((path) => {
      const text = readText(path);
      const head = text.ok ? readHead(text.value, keyOf(path)) : undefined;
      return text.ok && head ? [[keyOf(path), { digest: digestOf(text.value), head }]] : [];
    }),
  );
}

/** Empty in a program that was not built. */
function readHeadIndex(): HeadIndex {
  const text = readText(HEAD_INDEX);
  return text.ok ? (JSON.parse(text.value) as HeadIndex) : {};
}

/** As the index has it where the file is still as it was, else as it is read. @param shown path as people see it. */
export function headFrom(
  index: HeadIndex,
  path: string,
  text: string,
  shown: string,
): ScenarioHead | undefined {
  const { digest, head } = index[keyOf(path)] ?? {};
  if (!head || head.id !== scenarioId(shown) || digest !== digestOf(text)) return readHead(text, shown);
  return { ...head, place: { ...head.place, file: shown } };
}

function keyOf(path: string): string {
  return relative(BUNDLED_SCENARIOS, path).split(sep).join('/');
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

// Reads of the scenarios that come with the program what they are chosen by.

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
  const index = readHeadIndex();
  for (const path of bundledFiles()) {
    const shown = shownPath(path, cwd);
    const text = readText(path);
    const head = text.ok ? headFrom(index, path, text.value, shown) : undefined;
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
