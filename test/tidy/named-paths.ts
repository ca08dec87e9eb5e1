// Pages that say which files to change name files and folders that are there.
import type { Finding, Guard } from './finding.js';

/** A path of the repository between backticks; one with a placeholder in it, such as `<area>`, is none. */
const PATH = /`((?:bench|bin|docs|fixtures|scenarios|src|test)\/[\w./-]*)`/g;

/** @param tracked every path of the repository. */
export function namedPaths(tracked: readonly string[]): Guard {
  const known = new Set(tracked.flatMap(withFolders));
  return (pages) =>
    pages.flatMap(({ path, source }) =>
      source.split('\n').flatMap((text, at): Finding[] =>
        [...text.matchAll(PATH)]
          .map(([, named = '']) => named)
          .filter((named) => !known.has(named.replace(/\/$/, '')))
          .map((named) => ({
            path,
            line: at + 1,
            what: `names ${named}, which is not there`,
            todo: 'Name the file that has taken its place',
          })),
      ),
    );
}

/** `a/b/c.ts` -> `a`, `a/b`, `a/b/c.ts`. */
function withFolders(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}
