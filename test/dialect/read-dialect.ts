// Dialects for tests: those of the fixtures, and ones with a change in them.
import { readFileSync } from 'node:fs';
import type { Dialect } from '../../src/dialect/dialect.js';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import { placeOf, type Problem } from '../../src/document/problem.js';

/** `file:line:column  message`, and the hint on a line of its own. */
export function problemText(problem: Problem): string {
  const head = `${placeOf(problem)}  ${problem.message}`;
  return problem.hint === undefined ? head : `${head}\n    ${problem.hint}`;
}

/** The text of a dialect of `fixtures/dialects`. */
export function textOf(name: 'default' | 'scrambled'): string {
  return readFileSync(new URL(`../../fixtures/dialects/${name}.yaml`, import.meta.url), 'utf8');
}

/** The dialect of a text that has nothing wrong with it. */
export function dialectOf(text: string): Dialect {
  const result = parseDialect(text, 'dialect.yaml');
  if (!result.ok) throw new Error(result.problems.map(problemText).join('\n'));
  return result.value;
}

/** The default dialect with one shape or setting written otherwise. */
export function changed(name: string, sample: string): string {
  const lines = textOf('default').split('\n');
  const from = lines.findIndex((line) => line.startsWith(`${name}:`));
  const length = lines.slice(from + 1).findIndex((line) => /^\S/.test(line) || line === '') + 1;
  return lines.toSpliced(from, length, `${name}: ${sample}`).join('\n');
}

/** What is said about the default dialect with one shape or setting written otherwise, without the place. */
export function problemsOf(name: string, sample: string): string[] {
  const result = parseDialect(changed(name, sample), 'd.yaml');
  if (result.ok) return [];
  return result.problems.map(({ message, hint }) => (hint === undefined ? message : `${message} (${hint})`));
}
