// The guard over paths that pages name, shown a violation and its lawful neighbours.
import { describe, expect, test } from 'vitest';
import { said } from './finding.js';
import { namedPaths } from './named-paths.js';

const guard = namedPaths(['src/contract/operations.ts', 'scenarios/relay/effect.yaml']);

describe('the guard over paths that pages name', () => {
  test.each(['src/contract/operation.ts', 'src/contracts/', 'docs/x.md'])('objects to %s', (named) => {
    expect(said(guard, 'docs/page.md', `# A page\n\nChange \`${named}\`.`)).toEqual([
      `docs/page.md:3: names ${named}, which is not there. Name the file that has taken its place.`,
    ]);
  });

  test.each([
    ['docs/page.md', '[that](gone.md#part)', 'docs/gone.md'],
    ['docs/page.md', 'Look at contract/gone.ts for it.', 'contract/gone.ts'],
    ['docs/page.md', 'Look at `gone.ts` for it.', 'gone.ts'],
    ['src/a.ts', '// As contract/gone.ts has it.', 'contract/gone.ts'],
    ['src/a.ts', '// See docs/gone.md.', 'docs/gone.md'],
  ])('objects in %s to: %s', (path, text, named) => {
    expect(said(guard, path, text)).toEqual([
      `${path}:1: names ${named}, which is not there. Name the file that has taken its place.`,
    ]);
  });

  test('takes code that is no comment, and the end of a path', () => {
    expect(
      said(guard, 'src/a.ts', "import a from 'x/gone.ts';\n// As contract/operations.ts has it."),
    ).toEqual([]);
  });

  test.each([
    '`src/contract/operations.ts` and `scenarios/relay/`',
    'a file in `scenarios/<area>/`',
    '`src` and `npm test -- test/kernel`',
  ])('takes %s', (text) => expect(said(guard, 'docs/page.md', text)).toEqual([]));
});
