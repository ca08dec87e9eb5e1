// Holds docs/variants.md to the variants and the styles that there are.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bundledVariants } from '../../src/cli/load/variants.js';
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

it('lists each variant and each style as it is, and nothing else', () => {
  const variants = bundledVariants(process.cwd());
  if (!variants.ok) throw new Error(JSON.stringify(variants.diagnostics));
  expect(ROWS).toEqual([
    ...variants.value.map(({ name, title }) => [`\`${name}\``, title]),
    ...allStyles().map(({ id, summary, because }) => [`\`${id}\``, summary, because]),
  ]);
});
