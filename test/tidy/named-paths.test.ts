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
    '`src/contract/operations.ts` and `scenarios/relay/`',
    'a file in `scenarios/<area>/`',
    '`src`, src/nothing.ts and `npm test -- test/kernel`',
  ])('takes %s', (text) => expect(said(guard, 'docs/page.md', text)).toEqual([]));
});
