// No file may, through others, import itself, and inside the harness no folder either. Imports of types count too:
// they decide what a reader has to know, though nothing is loaded.
import type { Finding, Guard, SourceFile } from './finding.js';
import { importsOf } from './imports.js';

interface Edge {
  readonly to: string;
  readonly line: number;
}

export const noCycles: Guard = (files) => {
  // An import does not say which of the two it means.
  const graph = new Map(files.map((file) => [file.path.replace(/\.tsx$/, '.ts'), edgesOf(file)]));
  return cyclesOf(graph);
};

/** The parts of the harness, each a folder: files in it may import each other, the folders must not. */
export const noFolderCycles: Guard = (files) => {
  const parts = new Map<string, Edge[]>();
  for (const file of files.filter(({ path }) => path.startsWith(HARNESS))) {
    const from = folderOf(file.path);
    const edges = edgesOf(file)
      .filter(({ to }) => to.startsWith(HARNESS) && folderOf(to) !== from)
      .map(({ to, line }) => ({ to: folderOf(to), line }));
    parts.set(from, [...(parts.get(from) ?? []), ...edges]);
  }
  return cyclesOf(parts);
};

const HARNESS = 'src/harness/';

/** `src/harness/judge/model/history.ts` -> `src/harness/judge`. */
function folderOf(path: string): string {
  return path.split('/').slice(0, 3).join('/');
}

function cyclesOf(graph: ReadonlyMap<string, readonly Edge[]>): Finding[] {
  const done = new Set<string>();
  return [...graph.keys()].flatMap((path) => cyclesFrom(path, [], graph, done));
}

function edgesOf(file: SourceFile): Edge[] {
  return importsOf(file).flatMap(({ target, line }) => (target === undefined ? [] : [{ to: target, line }]));
}

/** A cycle is reported once, at the import that closes it. */
function cyclesFrom(
  path: string,
  trail: readonly string[],
  graph: ReadonlyMap<string, readonly Edge[]>,
  done: Set<string>,
): Finding[] {
  if (done.has(path)) return [];
  const here = [...trail, path];
  const findings = (graph.get(path) ?? []).flatMap(({ to, line }) => {
    const start = here.indexOf(to);
    if (start < 0) return cyclesFrom(to, here, graph, done);
    const what = `closes the cycle ${[...here.slice(start), to].join(' -> ')}`;
    return [{ path, line, what, todo: 'Move what both need into a file of its own' }];
  });
  done.add(path);
  return findings;
}
