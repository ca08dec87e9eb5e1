// An exported name means one thing: who reads it anywhere knows what it is, and who searches for it finds one place.
import type { Finding, SourceFile } from './finding.js';
import { lineAt } from './syntax.js';

const EXPORTED =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|interface|type|class) (\w+)/gm;

/** The library has names of its own for what it wraps, and one for each test runner. */
const LIBRARY = /^src\/library\//;

export function oneMeaning(files: readonly SourceFile[]): Finding[] {
  const first = new Map<string, string>();
  return files
    .filter(({ path }) => !LIBRARY.test(path))
    .flatMap(({ path, source }) =>
      [...source.matchAll(EXPORTED)].flatMap(({ 1: name = '', index }): Finding[] => {
        const before = first.get(name) ?? path;
        first.set(name, before);
        if (before === path) return [];
        const what = `exports ${name}, which ${before} exports, too`;
        return [{ path, line: lineAt(source, index), what, todo: 'Name one of them by what only it means' }];
      }),
    );
}
