// Help, the version and a mistyped line need the words of the commands and nothing else, so they come at once: what
// a command does is loaded by its action, with `await import()`.
import { isBuiltin } from 'node:module';
import type { Finding, Guard, SourceFile } from './finding.js';
import { type Import, importsOf, packageOf } from './imports.js';

/** `main.ts` loads `program.ts` as its first act, and that the words of every command. */
const ROOTS = ['src/cli/main.ts', 'src/cli/program.ts'];
const AREAS = ['src/cli/', 'src/kernel/', 'src/output/'];
const PACKAGES = new Set(['commander', 'chalk']);
const TODO = 'Import what the command does in its action, with await import()';

export const lightCommands: Guard = (files) => {
  const known = new Map(files.map((file) => [file.path, file]));
  const seen = new Set(ROOTS);
  const findings: Finding[] = [];
  // The set grows while it is walked over.
  for (const path of seen) {
    const file = known.get(path);
    if (!file) continue;
    for (const each of loadedWith(file)) {
      const what = diagnostic(each, known);
      if (what !== undefined) findings.push({ path, line: each.line, what, todo: TODO });
      else if (each.target !== undefined) seen.add(each.target);
    }
  }
  return findings;
};

function loadedWith(file: SourceFile): Import[] {
  return importsOf(file).filter(({ typeOnly, dynamic }) => !typeOnly && !dynamic);
}

/** A file that loads nothing itself, such as a list of names, weighs nothing: it may lie anywhere. */
function diagnostic(
  { specifier, target }: Import,
  known: ReadonlyMap<string, SourceFile>,
): string | undefined {
  if (target === undefined) {
    const light = isBuiltin(specifier) || PACKAGES.has(packageOf(specifier));
    return light ? undefined : `loads the package ${specifier} to parse a command line`;
  }
  const file = known.get(target);
  const light = AREAS.some((area) => target.startsWith(area)) || !file || loadedWith(file).length === 0;
  return light ? undefined : `loads ${target} to parse a command line`;
}
