// Pages and comments name files and folders that are there.
import { posix } from 'node:path';
import type { Finding, Guard } from './finding.js';

/** A path of the repository between backticks; one with a placeholder in it, such as `<area>`, is none. */
const PATH = /`((?:bin|build|docs|examples|fixtures|proof|scenarios|src|test)\/[\w./-]*)`/g;
/** The end of a path of code, as comments and pages have it: `kernel/clock.ts`. */
const CODE = /(?<![\w./${}*<>-])((?:[\w-]+\/)+[\w.-]+\.(?:ts|tsx|mjs))(?![\w*<>-])/g;
/** A file of code by its name alone, between backticks. */
const NAME = /`([\w.-]+\.tsx?)`/g;
const LINK = /\]\(([^)\s#:]+)(?:#[\w-]*)?\)/g;
const PAGE_IN_COMMENT = /(?<![\w/])(docs\/[\w/-]+\.md)/g;
const COMMENT = /^\s*(?:\/\/|\/?\*|#)/;
/** What a build makes is named, and not tracked. */
const BUILT = /(?:^|\/)(?:dist|schemas|node_modules|results\.json)(?:\/|$)/;

/** @param tracked every path of the repository. */
export function namedPaths(tracked: readonly string[]): Guard {
  const known = new Set(tracked.flatMap(withFolders));
  const ends = new Set(tracked.flatMap(endsOf));
  const isKnown = (named: string): boolean => known.has(named.replace(/\/$/, '')) || BUILT.test(named);
  return (files) =>
    files.flatMap(({ path, source }) => {
      const isPage = path.endsWith('.md');
      return source.split('\n').flatMap((text, at): Finding[] => {
        if (!isPage && !COMMENT.test(text)) return [];
        const named = [
          ...found(text, PATH).filter((each) => !isKnown(each)),
          ...found(text, CODE).filter((each) => !isKnown(each) && !ends.has(each)),
          ...(isPage ? found(text, NAME).filter((each) => !ends.has(each)) : []),
          ...found(text, PAGE_IN_COMMENT).filter((each) => !isKnown(each)),
          ...(isPage ? found(text, LINK) : [])
            .map((link) => posix.join(posix.dirname(path), link))
            .filter((each) => !isKnown(each)),
        ];
        return [...new Set(named)].map((each) => ({
          path,
          line: at + 1,
          what: `names ${each}, which is not there`,
          todo: 'Name the file that has taken its place',
        }));
      });
    });
}

function found(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, named = '']) => named);
}

/** `a/b/c.ts` -> `a`, `a/b`, `a/b/c.ts`. */
function withFolders(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

/** `a/b/c.ts` -> `b/c.ts`, `c.ts`. */
function endsOf(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(at).join('/'));
}
