// Holds docs/variants.md to the styles that there are; `conform list variants` lists the variants.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allStyles } from '../../src/simulator/styles/registry.js';

const PAGE = readFileSync('docs/variants.md', 'utf8');

/** The cells of each table row that begins with an identifier. */
const ROWS = PAGE.split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

it('lists each style as it is, and nothing else', () => {
  expect(ROWS).toEqual(allStyles().map(({ id, summary }) => [`\`${id}\``, summary]));
});
