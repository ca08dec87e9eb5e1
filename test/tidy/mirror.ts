// Parts of the harness that there are many of have a test of their name, in the folder of that path below test/.
import type { Finding } from './finding.js';

/** What there must be a test for: `harness/scenario/verbs/wait`. */
export type Part = string;

/** @param tests paths of all tests. */
export function untested(parts: readonly Part[], tests: readonly string[]): readonly Finding[] {
  const known = new Set(tests);
  return parts
    .filter((part) => !known.has(`test/${part}.test.ts`))
    .map((part) => ({
      path: `src/${part}.ts`,
      line: 1,
      what: 'has no test of its name',
      todo: `Write test/${part}.test.ts`,
    }));
}

/** The files of these folders, whatever they hold; types alone need no test. */
export function partsIn(
  files: readonly { readonly path: string; readonly source: string }[],
  folders: readonly string[],
): readonly Part[] {
  return files
    .filter(({ path, source }) => folders.includes(folderOf(path)) && DOES_SOMETHING.test(source))
    .map(({ path }) => path.replace(/^src\//, '').replace(/\.ts$/, ''));
}

const DOES_SOMETHING = /^export (?:async )?(?:function|const) /m;

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
