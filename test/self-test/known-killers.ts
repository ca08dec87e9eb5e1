// Which checks caught which defect when proof/kill-matrix.md was written: `conform self-test` writes it.
import { readFileSync } from 'node:fs';

/** Checks by defect. What programs found is left out: a program is no check. */
export const KILLERS: ReadonlyMap<string, readonly string[]> = new Map(rowsOf('proof/kill-matrix.md'));

function rowsOf(path: string): [string, readonly string[]][] {
  const [, section = ''] = readFileSync(path, 'utf8').split('\n## Defects, by the rule that they break\n');
  const [part = ''] = section.split(/\n## /);
  return part.split('\n').flatMap((line): [string, readonly string[]][] => {
    const [, defect, caught] = /^\| `([^`]+)` \| `[^`]+` \| ([^|]*) \|/.exec(line) ?? [];
    return defect === undefined || caught === undefined ? [] : [[defect, checksIn(caught)]];
  });
}

/** `a/b:c,d, e/f and 9 more`: rows of a matrix have commas of their own, without a space after. */
function checksIn(cell: string): readonly string[] {
  return cell
    .replace(/ and \d+ more$/, '')
    .split(', ')
    .map((each) => each.trim())
    .filter((each) => each.includes('/') && !/^(target|properties)\//.test(each));
}
