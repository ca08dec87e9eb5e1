// Guards over the outside of a file: its name, its first lines, its exports, and words that say "unfinished".
import type { Finding, Guard, SourceFile } from './finding.js';
import { lineAt, parse } from './syntax.js';

const KEBAB = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

/** Names that are not ours to choose. */
const GIVEN = new Set(['__snapshots__', 'README.md']);

/** Examples for other languages have the names that their tools look for. */
const OF_LANGUAGE = /^examples\/(?:pytest\/[\w.]+\.py|go\/[\w.]+\.go|junit\/\w+\.java)$/;

export const kebabNames: Guard = (files) =>
  files.flatMap(({ path }) =>
    path
      .split('/')
      .filter((part) => !GIVEN.has(part) && !KEBAB.test(part) && !OF_LANGUAGE.test(path))
      .map((part) => ({ path, line: 1, what: `${part} is not kebab-case`, todo: 'Rename it' })),
  );

const LONGEST_OPENING = 3;

export const openingComments: Guard = (files) =>
  files.flatMap((file) => {
    const lines = openingLines(file);
    if (lines >= 1 && lines <= LONGEST_OPENING) return [];
    const what = lines === 0 ? 'does not open with a comment' : `opens with a comment of ${lines} lines`;
    const todo = `Say in one to ${LONGEST_OPENING} lines what the file is for`;
    return [{ path: file.path, line: 1, what, todo }];
  });

/** Comments count together as long as no other line, not even an empty one, comes between them. */
function openingLines(file: SourceFile): number {
  const first = file.source.startsWith('#!') ? 2 : 1;
  let next = first;
  for (const { start, end } of parse(file).comments) {
    if (start === 0 && first === 2) continue;
    if (lineAt(file.source, start) !== next) break;
    next = lineAt(file.source, end) + 1;
  }
  return next - first;
}

export const noDefaultExports: Guard = (files) =>
  files.flatMap((file) =>
    parse(file)
      .module.staticExports.filter(({ entries }) => entries.some(isDefault))
      .map(({ start }) => ({
        path: file.path,
        line: lineAt(file.source, start),
        what: 'has a default export',
        todo: 'Export it by its name, so that it is called the same everywhere',
      })),
  );

function isDefault({ exportName }: { exportName: { kind: string; name: string | null } }): boolean {
  return exportName.kind === 'Default' || exportName.name === 'default';
}

const UNFINISHED = /\b(TODO|FIXME|HACK)\b|\b[Ss]tub(?!born)/;

export const finished: Guard = (files) =>
  files.flatMap(({ path, source }) =>
    source.split('\n').flatMap((text, index): Finding[] => {
      const word = UNFINISHED.exec(text)?.[0];
      if (word === undefined) return [];
      return [{ path, line: index + 1, what: `says ${word}`, todo: 'Finish it, or take it out' }];
    }),
  );
