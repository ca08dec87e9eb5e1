// No file may, through others, import itself. Types are not loaded, so they do not count.
import type { Finding, Guard, SourceFile } from './finding.js';
import { importsOf } from './imports.js';

interface Edge {
  readonly to: string;
  readonly line: number;
}

export const noCycles: Guard = (files) => {
  const graph = new Map(files.map((file) => [file.path, edgesOf(file)]));
  const done = new Set<string>();
  return [...graph.keys()].flatMap((path) => cyclesFrom(path, [], graph, done));
};

function edgesOf(file: SourceFile): Edge[] {
  return importsOf(file)
    .filter(({ typeOnly }) => !typeOnly)
    .flatMap(({ target, line }) => (target === undefined ? [] : [{ to: target, line }]));
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
