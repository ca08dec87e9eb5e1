import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CONTROL_ROUTES } from '../../../src/simulator/control/routes/routes.js';

it('documents every route, and no other, in the words of the table', () => {
  const text = readFileSync('docs/control-plane.md', 'utf8');
  const rows = [...text.matchAll(/^\| `([A-Z]+) (\S+)` +\| (.+?) +\|$/gm)].map(
    ([, method, path, summary]) => ({
      method,
      path,
      summary,
    }),
  );
  expect(rows).toEqual(CONTROL_ROUTES.map(({ method, path, summary }) => ({ method, path, summary })));
});
