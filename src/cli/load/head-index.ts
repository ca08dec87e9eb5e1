// What the scenarios that come with the program are chosen by, worked out when it is built: a start then reads no YAML
// of those that are not meant.
import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { readHead, type ScenarioHead, scenarioId } from '../../harness/scenario/scenario-head.js';
import { readText } from '../files.js';
import { BUNDLED_SCENARIOS, HEAD_INDEX } from '../package-files.js';
import { bundledFiles } from './scenario-files.js';

interface Indexed {
  /** Of the text that the head was read from. */
  readonly digest: string;
  readonly head: ScenarioHead;
}

/** By the path below the folder of scenarios, with slashes. */
export type HeadIndex = Readonly<Record<string, Indexed>>;

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
export function readHeadIndex(): HeadIndex {
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
